import { z } from 'zod'
import { SEARCH_MAX, SEARCH_TOO_LONG } from './messages.ts'
import { searchWords } from './text-rule.ts'

export const LIST_LIMIT_DEFAULT = 100
export const LIST_LIMIT_MAX = 200
const LIMIT_MESSAGE = `Limit must be between 1 and ${LIST_LIMIT_MAX}.`

/** The size and the start of a page; `cursor` is opaque and comes from the previous answer's `nextCursor`. */
export const ListQuery = z.object({
  limit: z
    .string()
    .regex(/^[0-9]{1,3}$/, LIMIT_MESSAGE)
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= LIST_LIMIT_MAX, LIMIT_MESSAGE)
    .optional(),
  cursor: z.string().max(1536, 'Invalid cursor.').optional(),
})

/** The end of every list answer: how many there are in all, and where the next page starts (`null` at the end). */
export const ListReply = z.object({ total: z.int(), nextCursor: z.string().nullable() })

/** The keys of every write's reply, in addition to its own. */
export const WriteReply = z.object({ success: z.literal(true), message: z.string() })

export const Order = z.enum(['asc', 'desc'], 'Order must be asc or desc.')

export const Filter = z
  .string()
  .transform(searchWords)
  .refine((q) => [...q].length <= SEARCH_MAX, SEARCH_TOO_LONG)
