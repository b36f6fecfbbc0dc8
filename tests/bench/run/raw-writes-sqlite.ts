import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { newId } from '#server/core/ids.ts'
import type { RawWriter, Write } from './raw-writes.ts'

const SCHEMA = `
  create table courses (id text primary key, likes_count integer not null, comments_count integer not null);
  create table playlists (id text primary key, saves_count integer not null);
  create table users (id text primary key, saves_count integer not null);
  create table likes (id text not null, course_id text not null, user_id text not null, primary key (course_id, user_id));
  create index likes_newest on likes (course_id, id, user_id);
  create index likes_user on likes (user_id);
  create table saves (id text not null, user_id text not null, playlist_id text not null, primary key (user_id, playlist_id));
  create index saves_newest on saves (user_id, id, playlist_id);
  create index saves_playlist on saves (playlist_id);
  create table comments (id text primary key, course_id text not null, user_id text not null, text text not null,
    created_at text not null, updated_at text not null);
  create index comments_course on comments (course_id, id);
  create index comments_user on comments (user_id);
  insert into courses values ('c', 0, 0); insert into playlists values ('p', 0); insert into users values ('u', 0);`

/** By nothing but better-sqlite3, in a folder beside the site's, so that both write to the same disk. */
export async function openSqliteWriter(besides: string): Promise<RawWriter> {
  const folder = await mkdtemp(join(besides, 'raw-'))
  const sqlite = new SQLite(join(folder, 'raw.db'))
  sqlite.pragma('journal_mode = WAL')
  sqlite.pragma('synchronous = FULL')
  sqlite.exec(SCHEMA)
  const insert = {
    like: sqlite.prepare('insert into likes values (?, ?, ?)'),
    save: sqlite.prepare('insert into saves values (?, ?, ?)'),
    comment: sqlite.prepare('insert into comments values (?, ?, ?, ?, ?, ?)'),
  }
  const count = {
    like: [sqlite.prepare("update courses set likes_count = likes_count + 1 where id = 'c'")],
    save: [
      sqlite.prepare("update users set saves_count = saves_count + 1 where id = 'u'"),
      sqlite.prepare("update playlists set saves_count = saves_count + 1 where id = 'p'"),
    ],
    comment: [sqlite.prepare("update courses set comments_count = comments_count + 1 where id = 'c'")],
  }
  const at = new Date().toISOString()
  const valuesOf = { like: 3, save: 3, comment: 6 }
  const one = sqlite.transaction((kind: Write) => {
    const values = [newId(), 'c', newId(), 'A comment of a few words.', at, at]
    insert[kind].run(...values.slice(0, valuesOf[kind]))
    for (const statement of count[kind]) statement.run()
  })
  return {
    writeOnce: (kind) => one.immediate(kind),
    async write(kind, seconds) {
      const began = performance.now()
      const until = began + seconds * 1000
      let done = 0
      while (performance.now() < until) {
        one.immediate(kind)
        done += 1
      }
      return done / ((performance.now() - began) / 1000)
    },
    async stop() {
      sqlite.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
