import type { Kysely } from 'kysely'
import { clearedWith, createIndexes, defaultsTo, deletedWith, key, required } from './columns.ts'

/** Videos that teachers upload, and what other sites say about theirs. */
export async function createVideoTables(db: Kysely<unknown>): Promise<void> {
  await createVideos(db)
  await createUploads(db)
  await createVideoDetails(db)
  await createVideoChecks(db)
}

/** Byte counts can exceed 32 bits. */
async function createVideos(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('videos')
    .addColumn('id', 'text', key)
    .addColumn('owner_id', 'text', deletedWith('users.id'))
    .addColumn('state', 'text', required)
    .addColumn('progress', 'integer', defaultsTo(0))
    .addColumn('fault', 'text')
    .addColumn('duration_s', 'integer')
    .addColumn('width', 'integer')
    .addColumn('height', 'integer')
    .addColumn('bytes', 'double precision', required)
    .addColumn('renditions', 'text', defaultsTo('[]'))
    .addColumn('storyboard', 'text')
    .addColumn('checksum', 'text')
    .addColumn('cover', 'text')
    .addColumn('created_at', 'text', required)
    .execute()
  await createIndexes(db, 'videos', {
    videos_owner: ['owner_id'],
  })
}

async function createUploads(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('uploads')
    .addColumn('id', 'text', key)
    .addColumn('owner_id', 'text', deletedWith('users.id'))
    .addColumn('bytes', 'double precision', required)
    .addColumn('received', 'double precision', defaultsTo(0))
    .addColumn('name', 'text', required)
    .addColumn('state', 'text', defaultsTo('receiving'))
    .addColumn('expires_at', 'text', required)
    .addColumn('node', 'text', required)
    .addColumn('locked_by', 'text')
    .addColumn('locked_until', 'text')
    .addColumn('lock_wanted', 'integer', defaultsTo(0))
    .execute()
  await createIndexes(db, 'uploads', {
    uploads_owner: ['owner_id', 'state', 'id'],
    uploads_expiry: ['expires_at'],
  })
}

async function createVideoDetails(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('video_details')
    .addColumn('source', 'text', required)
    .addColumn('source_key', 'text', required)
    .addColumn('finding', 'text', required)
    .addColumn('title', 'text')
    .addColumn('image', 'text', clearedWith('images.name'))
    .addColumn('duration_s', 'integer')
    .addColumn('found_at', 'text', required)
    .addPrimaryKeyConstraint('video_details_key', ['source', 'source_key'])
    .execute()
  await createIndexes(db, 'video_details', {
    video_details_image: ['image'],
    video_details_found: ['found_at'],
  })
}

async function createVideoChecks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('video_checks')
    .addColumn('source', 'text', required)
    .addColumn('source_key', 'text', required)
    .addColumn('state', 'text', required)
    .addColumn('finding', 'text', required)
    .addColumn('since', 'text', required)
    .addColumn('checked_at', 'text', required)
    .addPrimaryKeyConstraint('video_checks_key', ['source', 'source_key'])
    .execute()
}
