import type { ReviewedContent } from '#contract/review/review.ts'
import type { Db } from '#server/data/database.ts'
import { type Params, prepared } from '#server/data/prepared.ts'
import { imageRef } from '#server/features/media/image-ref.ts'
import type { Content } from './content.ts'

const imagesOf = prepared((db, params: Params<{ names: string[] }>) =>
  db
    .selectFrom('images')
    .select(['name', 'width', 'height', 'widths', 'placeholder'])
    .where(params.among('name', 'names')),
)

const categoriesOf = prepared((db, params: Params<{ ids: string[] }>) =>
  db.selectFrom('categories').select(['id', 'title']).where(params.among('id', 'ids')),
)

/** Versions as they are sent, with pictures and titles of categories, in their order. Runs two queries. */
export async function sentContents(db: Db, contents: Content[]): Promise<ReviewedContent[]> {
  if (contents.length === 0) return []
  const [images, categories] = await Promise.all([
    imagesOf(db, { names: [...new Set(contents.map(({ image }) => image))] }),
    categoriesOf(db, { ids: [...new Set(contents.flatMap(({ category }) => category ?? []))] }),
  ])
  const pictures = new Map(images.map((row) => [row.name, imageRef(row)]))
  const titles = new Map(categories.map(({ id, title }) => [id, title]))
  return contents.map(({ image: name, category, ...content }) => {
    const image = pictures.get(name)
    const title = category === undefined ? undefined : titles.get(category)
    return { ...content, ...(image && { image }), ...(title !== undefined && { category: title }) }
  })
}
