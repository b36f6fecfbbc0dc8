import { join } from 'node:path'
import { z } from 'zod'
import { DATABASE_FILE } from '#server/data/database.ts'
import { openSqlite } from '#server/data/sqlite-file.ts'
import { openRawRows, type RawWriter, rateOf, WRITING, type Write } from './raw-writes.ts'

const INSERT: Record<Write, string> = {
  like: 'insert into likes (id, course_id, user_id) values (@id, @course, @user) on conflict do nothing',
  save: 'insert into saves (id, user_id, playlist_id) values (@id, @user, @playlist) on conflict do nothing',
  comment: `insert into comments (id, course_id, user_id, text, created_at, updated_at)
    values (@id, @course, @user, @text, @at, @at)`,
}
const COUNT: Record<Write, string[]> = {
  like: ['update courses set likes_count = likes_count + @by where id = @course'],
  save: [
    'update users set saves_count = saves_count + @by where id = @user',
    'update playlists set saves_count = saves_count + @by where id = @playlist',
  ],
  comment: ['update courses set comments_count = comments_count + @by where id = @course'],
}
const Users = z.array(z.string())

/** By nothing but better-sqlite3, into the site's own tables, each commit synced by SQLite itself. */
export async function openSqliteWriter(data: string): Promise<RawWriter> {
  const sqlite = openSqlite(join(data, DATABASE_FILE))
  sqlite.pragma('synchronous = FULL')
  sqlite.pragma('busy_timeout = 5000')
  const users = Users.parse(sqlite.prepare('select id from users order by id limit ?').pluck().all(WRITING))
  const rowOf = await openRawRows(data, users)
  const prepared = (kind: Write) => ({
    insert: sqlite.prepare(INSERT[kind]),
    count: COUNT[kind].map((text) => sqlite.prepare(text)),
  })
  const statements = { like: prepared('like'), save: prepared('save'), comment: prepared('comment') }
  const one = sqlite.transaction((kind: Write) => {
    const { insert, count } = statements[kind]
    const row = rowOf()
    const by = insert.run(row).changes
    for (const statement of count) statement.run({ ...row, by })
  })
  const writeOnce = (kind: Write) => one.immediate(kind)
  return {
    writeOnce,
    write: (kind, seconds) => rateOf(() => writeOnce(kind), seconds),
    async stop() {
      sqlite.close()
    },
  }
}
