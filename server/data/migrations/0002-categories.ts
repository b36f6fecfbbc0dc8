import type { Kysely } from 'kysely'

interface Tables {
  categories: { id: string; title: string; title_key: string; created_at: string }
}

/** Specification section 2, static lists: what a fresh site starts with; an admin may rename and delete them. */
const TITLES = ['development', 'business', 'design', 'marketing', 'music', 'photography', 'science']
const FOUNDED = Date.UTC(2026, 0, 1)

/** The same ids on every site, so that two fresh sites are equal. */
export async function up(db: Kysely<Tables>): Promise<void> {
  const time = FOUNDED.toString(16).padStart(12, '0')
  const rows = TITLES.map((title, index) => ({
    id: time + String(index + 1).padStart(12, '0'),
    title,
    title_key: title,
    created_at: new Date(FOUNDED).toISOString(),
  }))
  await db.insertInto('categories').values(rows).execute()
}
