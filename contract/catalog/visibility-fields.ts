import { z } from 'zod'
import { Id } from '#contract/id.ts'
import { CHOOSE_OWN_GROUPS, PLAYLIST_GROUPS_MAX, TOO_MANY_GROUPS, VISIBILITIES } from './visibility.ts'

export const VisibilityField = z.enum(
  VISIBILITIES,
  'Choose everyone, people with the link, members or groups.',
)

const GroupList = z.array(z.string().pipe(Id), CHOOSE_OWN_GROUPS)

/** Ids of groups: a list, or in forms and addresses a text with commas. */
export const GroupIds = z
  .union([
    GroupList,
    z
      .string()
      .transform((text) => text.split(',').flatMap((id) => id.trim() || []))
      .pipe(GroupList),
  ])
  .transform((ids) => [...new Set(ids)])
  .refine((ids) => ids.length <= PLAYLIST_GROUPS_MAX, TOO_MANY_GROUPS)

export const GroupRef = z.object({ _id: Id, name: z.string() }).meta({ id: 'GroupRef' })
export type GroupRef = z.infer<typeof GroupRef>

/** The key of a link; any other text opens nothing. */
export const LinkKey = z.string().max(200)

/** Whom a playlist is for, for its teacher and admins. The link is that of a playlist for people with the link. */
export const audienceKeys = {
  visibility: VisibilityField.optional(),
  groups: z.array(GroupRef).optional(),
  link: z.string().optional(),
}
