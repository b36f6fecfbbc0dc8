import { z } from 'zod'
import { NAME_MAX, UserRef } from '#contract/account/user-fields.ts'
import { Id } from '#contract/id.ts'
import { searchWords } from '#contract/text-rule.ts'

export const MENTIONS_NO_LIST = 'Mentions must be a list of ids.'

/** A person whom a comment mentions, by the name that its text has. */
export const Mention = z.object({ _id: Id, username: z.string() }).meta({ id: 'Mention' })
export type Mention = z.infer<typeof Mention>

export const MENTIONABLE_MAX = 6

/** Whom a comment can mention: the teacher of the course, or somebody who has commented on it. */
export const MentionablePerson = UserRef.extend({ why: z.enum(['teacher', 'commented']) })
export type MentionablePerson = z.infer<typeof MentionablePerson>

const SEARCH_SHORT = 'Enter at least one letter.'
/** The beginning of a word of a name. */
export const MentionSearch = z
  .string(SEARCH_SHORT)
  .max(NAME_MAX, `Enter at most ${NAME_MAX} letters.`)
  .transform(searchWords)
  .refine((words) => /[\p{L}\p{N}]/u.test(words), SEARCH_SHORT)
