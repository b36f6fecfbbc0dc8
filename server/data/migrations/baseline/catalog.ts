import { type Kysely, sql } from 'kysely'
import { clearedWith, createIndexes, defaultsTo, deletedWith, key, required } from './columns.ts'
import { SEEDED_AT, seedId } from './seed.ts'

/** Playlists, their sections and courses, and their categories. */
export async function createCatalog(db: Kysely<unknown>): Promise<void> {
  await createCategories(db)
  await createPlaylists(db)
  await createSections(db)
  await createCourses(db)
}

/** A new site starts with these; an admin may rename and delete them. */
const CATEGORIES = ['development', 'business', 'design', 'marketing', 'music', 'photography', 'science']

async function createCategories(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('categories')
    .addColumn('id', 'text', key)
    .addColumn('title', 'text', required)
    .addColumn('title_key', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'text', required)
    .execute()
  for (const [at, title] of CATEGORIES.entries())
    await sql`insert into categories (id, title, title_key, created_at)
      values (${seedId(at + 1)}, ${title}, ${title}, ${SEEDED_AT})`.execute(db)
}

async function createPlaylists(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('playlists')
    .addColumn('id', 'text', key)
    .addColumn('teacher_id', 'text', deletedWith('users.id'))
    .addColumn('category_id', 'text', (column) => column.notNull().references('categories.id'))
    .addColumn('title', 'text', required)
    .addColumn('title_key', 'text', required)
    .addColumn('description', 'text', required)
    .addColumn('image', 'text', (column) => column.notNull().references('images.name'))
    .addColumn('status', 'text', defaultsTo('pending'))
    .addColumn('courses_count', 'integer', defaultsTo(0))
    .addColumn('approved_courses_count', 'integer', defaultsTo(0))
    .addColumn('saves_count', 'integer', defaultsTo(0))
    .addColumn('created_at', 'text', required)
    .addColumn('updated_at', 'text', required)
    .addColumn('outline_version', 'integer', defaultsTo(0))
    .addColumn('language', 'text')
    .addColumn('level', 'text')
    .addColumn('promise', 'text')
    .addColumn('submitted_at', 'text')
    .addColumn('assigned_to', 'text', clearedWith('users.id'))
    .addColumn('assigned_until', 'text')
    .addColumn('unavailable_count', 'integer', defaultsTo(0))
    .addColumn('followers_count', 'integer', defaultsTo(0))
    .addColumn('announced_at', 'text')
    .addColumn('former_section_titles', 'text', defaultsTo('[]'))
    .execute()
  await createIndexes(db, 'playlists', {
    playlists_status: ['status', 'id'],
    playlists_popular: ['status', 'saves_count', 'id'],
    playlists_status_title: ['status', 'title_key', 'id'],
    playlists_title: ['title_key', 'id'],
    playlists_category: ['category_id', 'status', 'id'],
    playlists_category_popular: ['category_id', 'status', 'saves_count', 'id'],
    playlists_category_title: ['category_id', 'status', 'title_key', 'id'],
    playlists_teacher: ['teacher_id', 'id'],
    playlists_image: ['image'],
    playlists_teacher_status: ['teacher_id', 'status', 'id'],
    playlists_popularity: ['id', 'status', 'saves_count'],
    playlists_saves: ['saves_count', 'id'],
    playlists_assigned: { columns: ['assigned_to'], where: sql`assigned_to is not null` },
    playlists_empty: { columns: ['status', 'id'], where: sql`courses_count = 0` },
  })
}

async function createSections(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sections')
    .addColumn('id', 'text', key)
    .addColumn('playlist_id', 'text', deletedWith('playlists.id'))
    .addColumn('title', 'text', required)
    .addColumn('position', 'integer', required)
    .execute()
  await createIndexes(db, 'sections', {
    sections_order: ['playlist_id', 'position', 'id'],
  })
}

async function createCourses(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('courses')
    .addColumn('id', 'text', key)
    .addColumn('playlist_id', 'text', deletedWith('playlists.id'))
    .addColumn('title', 'text', required)
    .addColumn('title_key', 'text', required)
    .addColumn('video_id', 'text', required)
    .addColumn('description', 'text', required)
    .addColumn('image', 'text', (column) => column.notNull().references('images.name'))
    .addColumn('status', 'text', defaultsTo('pending'))
    .addColumn('likes_count', 'integer', defaultsTo(0))
    .addColumn('comments_count', 'integer', defaultsTo(0))
    .addColumn('created_at', 'text', required)
    .addColumn('updated_at', 'text', required)
    .addColumn('source', 'text', defaultsTo('youtube'))
    .addColumn('source_key', 'text')
    .addColumn('duration_s', 'integer')
    .addColumn('chapters', 'text')
    .addColumn('section_id', 'text', clearedWith('sections.id'))
    .addColumn('position', 'integer', defaultsTo(1_000_000_000))
    .addColumn('submitted_at', 'text')
    .addColumn('assigned_to', 'text', clearedWith('users.id'))
    .addColumn('assigned_until', 'text')
    .addColumn('unavailable_since', 'text')
    .addColumn('announced_at', 'text')
    .addColumn('start_s', 'integer')
    .execute()
  await createIndexes(db, 'courses', {
    courses_playlist: ['playlist_id', 'id'],
    courses_status: ['status', 'id'],
    courses_title: ['title_key', 'id'],
    courses_image: ['image'],
    courses_order: ['playlist_id', 'position', 'id'],
    courses_status_order: ['playlist_id', 'status', 'position', 'id'],
    courses_section: ['section_id'],
    courses_assigned: { columns: ['assigned_to'], where: sql`assigned_to is not null` },
    courses_video: ['video_id', 'source_key'],
    courses_unavailable: ['unavailable_since'],
  })
}
