import { z } from 'zod'

/** 48 bits of time and 48 random ones, so that ids sort by age and cannot be guessed. */
export const Id = z.string().regex(/^[0-9a-f]{24}$/, 'Invalid id.')

/** ISO 8601 UTC with milliseconds. */
export const Timestamp = z.iso.datetime({ precision: 3 })
