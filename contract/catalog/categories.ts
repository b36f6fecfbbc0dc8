import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { countOf } from '#contract/format.ts'
import { Id, Timestamp } from '#contract/id.ts'
import { WriteReply } from '#contract/lists.ts'
import { text } from '#contract/text.ts'

export const CATEGORY_MIN = 2
export const CATEGORY_MAX = 40
export const CATEGORY_TAKEN = 'This category already exists.'
const TITLE_MESSAGE = `Category title must be ${CATEGORY_MIN} to ${CATEGORY_MAX} characters.`

export const Category = z
  .object({ _id: Id, title: z.string(), createdAt: Timestamp, playlistsCount: z.int() })
  .meta({ id: 'Category' })
export type Category = z.infer<typeof Category>

export const CategoryDraft = z.object({
  title: text({
    label: 'Category title',
    min: CATEGORY_MIN,
    max: CATEGORY_MAX,
    short: TITLE_MESSAGE,
    long: TITLE_MESSAGE,
  }).refine(
    (title) => /^[\p{L}\p{M}\p{N} &+\-./]*$/u.test(title),
    'Category title contains characters that are not allowed.',
  ),
})

/** `This category is used by 1 playlist.` */
export const categoryInUse = (playlists: number) =>
  `This category is used by ${countOf(playlists, 'playlist')}.`

const CategoryReply = WriteReply.extend({ category: Category })

export const categoriesApi = {
  list: endpoint('categories.list', {
    summary: 'All categories by title',
    reply: z.object({ categories: z.array(Category) }),
  }),
  create: endpoint('categories.create', {
    summary: 'Add a category',
    body: CategoryDraft,
    reply: CategoryReply,
    status: 201,
  }),
  update: endpoint('categories.update', {
    summary: 'Rename a category; its playlists show the new title at once',
    body: CategoryDraft,
    reply: CategoryReply,
  }),
  remove: endpoint('categories.remove', {
    summary: 'Delete a category that no playlist uses',
    reply: WriteReply,
  }),
}
