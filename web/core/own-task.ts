/**
 * Works in a task of its own, before other tasks and, where the browser can, before the second frame after a press: a
 * phone that does all in the task of the press answers nobody for longer.
 */
export function inTaskOfItsOwn(work: () => void): void {
  if ('scheduler' in window) scheduler.postTask(work, { priority: 'user-blocking' }).catch(reportError)
  else setTimeout(work)
}
