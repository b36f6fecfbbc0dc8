/** The days that figures are shown of. */
export const PERIODS = ['28', '90', '365'] as const
export type Period = (typeof PERIODS)[number]

/** By the last day, by how much is done, or by name. */
export const LEARNER_SORTS = ['last', 'done', 'name'] as const
export type LearnerSort = (typeof LEARNER_SORTS)[number]
