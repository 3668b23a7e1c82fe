/// The end of the hub interrupted the undo of a change that was written in parts. The next start takes it back.
package struct UndoInterrupted: Error {}
