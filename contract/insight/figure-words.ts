/** What the words of the figures mean; each stands behind its "i". */
export const FIGURE_WORDS = {
  Learners: 'People who watched 30 seconds or marked a video as done.',
  Finished: 'Learners who once had all public videos done. Later videos take nothing back.',
  'Average progress': 'Done videos divided by learners times public videos.',
  'Minutes watched': 'Each second counts once for each person.',
  'Got here': 'Learners whose furthest lesson is this one or a later one.',
  'Stopped here': 'Learners whose furthest lesson or part is this one and who have not finished, so far.',
} as const
export type FigureWord = keyof typeof FIGURE_WORDS

export const HIDDEN_FEW = 'A few learners hide their names.'

/** The foot of the list of learners. `hidden` is null where a number would give them away. */
export function hiddenText(hidden: number | null): string | undefined {
  if (hidden === null) return HIDDEN_FEW
  if (hidden === 0) return undefined
  return hidden === 1 ? '1 learner hides their name.' : `${hidden} learners hide their names.`
}
