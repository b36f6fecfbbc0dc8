import type { Db } from '#server/data/database.ts'

export interface Listed {
  id: string
  updatedAt: string
}

interface Page {
  after: string | undefined
  limit: number
}

export function publicPlaylists(db: Db, { after, limit }: Page): Promise<Listed[]> {
  return db
    .selectFrom('playlists')
    .select(['id', 'updated_at as updatedAt'])
    .where('shown', '=', 'public')
    .$if(after !== undefined, (query) => query.where('id', '<', after ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export function publicTeachers(db: Db, { after, limit }: Page): Promise<Listed[]> {
  return db
    .selectFrom('users')
    .select(['id', 'updated_at as updatedAt'])
    .where('role', '=', 'Teacher')
    .where('approved_playlists_count', '>', 0)
    .$if(after !== undefined, (query) => query.where('id', '<', after ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
