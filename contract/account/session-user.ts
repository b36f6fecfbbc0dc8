import { z } from 'zod'
import { Id, Timestamp } from '#contract/id.ts'
import { ImageRef } from '#contract/media/media.ts'
import { Role } from './user-fields.ts'

/** The user after a login; the browser stores it under `currentUser`. */
export const SessionUser = z
  .object({
    _id: Id,
    username: z.string(),
    email: z.string(),
    role: Role,
    profession: z.string().optional(),
    profilePhoto: ImageRef,
    isAdmin: z.boolean(),
    createdAt: Timestamp,
    createdPlaylists: z.array(Id),
    savedPlaylists: z.array(Id),
    token: z.string(),
  })
  .meta({ id: 'SessionUser' })
export type SessionUser = z.infer<typeof SessionUser>
