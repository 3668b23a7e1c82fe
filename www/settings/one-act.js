// One act of a card at a time.

import { complain } from "/page/toast.js";

/**
 * Returns a function that carries out one act at a time: it reports an error, and shows what follows.
 *
 * @param {() => Promise<void>} follow reads and shows the state afterwards
 * @returns {(work: () => Promise<unknown>) => Promise<boolean>} true if the work was done
 */
export function oneAct(follow) {
  let isBusy = false;
  return async (work) => {
    if (isBusy) return false;
    isBusy = true;
    let isDone = true;
    try {
      await work();
    } catch (error) {
      isDone = false;
      complain(error);
    }
    isBusy = false;
    await follow();
    return isDone;
  };
}
