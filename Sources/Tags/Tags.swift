// Tags
