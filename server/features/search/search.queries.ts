import type { Db } from '#server/data/database.ts'
import { prepared } from '#server/data/prepared.ts'

const categoryTitles = prepared((db) => db.selectFrom('categories').select(['id', 'title']))

export async function listCategoryTitles(db: Db): Promise<{ id: string; title: string }[]> {
  return categoryTitles(db, {})
}
