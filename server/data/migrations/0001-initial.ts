import type { Kysely } from 'kysely'

/** People, what they publish, and what others do with it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await people(db)
  await publications(db)
  await reactions(db)
  await db.schema
    .createTable('audit')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('actor_id', 'text')
    .addColumn('network', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('subject', 'text')
    .addColumn('detail', 'text', (column) => column.notNull())
    .addColumn('request_id', 'text', (column) => column.notNull())
    .execute()
}

async function people(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('images')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('owner_id', 'text')
    .addColumn('width', 'integer', (column) => column.notNull())
    .addColumn('height', 'integer', (column) => column.notNull())
    .addColumn('widths', 'text', (column) => column.notNull())
    .addColumn('bytes', 'integer', (column) => column.notNull())
    .addColumn('placeholder', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('images_owner').on('images').column('owner_id').execute()
  await db.schema
    .createTable('users')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('username', 'text', (column) => column.notNull())
    .addColumn('username_key', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('email_key', 'text', (column) => column.notNull().unique())
    .addColumn('password_hash', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('profession', 'text')
    .addColumn('photo', 'text', (column) => column.notNull().references('images.name'))
    .addColumn('is_admin', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('approved_playlists_count', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('approved_courses_count', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('saves_count', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('users_role').on('users').columns(['role', 'id']).execute()
  await db.schema.createIndex('users_name').on('users').columns(['username_key', 'id']).execute()
  await db.schema.createIndex('users_photo').on('users').column('photo').execute()
  await db.schema
    .createTable('sessions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('network', 'text', (column) => column.notNull())
    .addColumn('agent', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('last_used_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('sessions_user').on('sessions').columns(['user_id', 'id']).execute()
  await db.schema.createIndex('sessions_expiry').on('sessions').column('expires_at').execute()
  await db.schema
    .createTable('reset_codes')
    .addColumn('user_id', 'text', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('code_hash', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('known_networks')
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('network', 'text', (column) => column.notNull())
    .addColumn('last_login_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('known_networks_key', ['user_id', 'network'])
    .execute()
}

async function publications(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('categories')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('title_key', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('playlists')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('teacher_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('category_id', 'text', (column) => column.notNull().references('categories.id'))
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('title_key', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('image', 'text', (column) => column.notNull().references('images.name'))
    .addColumn('status', 'text', (column) => column.notNull().defaultTo('pending'))
    .addColumn('courses_count', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('approved_courses_count', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('saves_count', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute()
  for (const [name, columns] of [
    ['playlists_status', ['status', 'id']],
    ['playlists_popular', ['status', 'saves_count', 'id']],
    ['playlists_status_title', ['status', 'title_key', 'id']],
    ['playlists_title', ['title_key', 'id']],
    ['playlists_category', ['category_id', 'status', 'id']],
    ['playlists_category_popular', ['category_id', 'status', 'saves_count', 'id']],
    ['playlists_category_title', ['category_id', 'status', 'title_key', 'id']],
    ['playlists_teacher', ['teacher_id', 'id']],
    ['playlists_image', ['image']],
  ] as const) {
    await db.schema
      .createIndex(name)
      .on('playlists')
      .columns([...columns])
      .execute()
  }
  await db.schema
    .createTable('courses')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('playlist_id', 'text', (column) =>
      column.notNull().references('playlists.id').onDelete('cascade'),
    )
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('title_key', 'text', (column) => column.notNull())
    .addColumn('video_id', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('image', 'text', (column) => column.notNull().references('images.name'))
    .addColumn('status', 'text', (column) => column.notNull().defaultTo('pending'))
    .addColumn('likes_count', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('comments_count', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute()
  for (const [name, columns] of [
    ['courses_playlist', ['playlist_id', 'id']],
    ['courses_playlist_status', ['playlist_id', 'status', 'id']],
    ['courses_status', ['status', 'id']],
    ['courses_title', ['title_key', 'id']],
    ['courses_image', ['image']],
  ] as const) {
    await db.schema
      .createIndex(name)
      .on('courses')
      .columns([...columns])
      .execute()
  }
}

async function reactions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('comments')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('course_id', 'text', (column) => column.notNull().references('courses.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('comments_course').on('comments').columns(['course_id', 'id']).execute()
  await db.schema.createIndex('comments_user').on('comments').column('user_id').execute()
  await db.schema
    .createTable('likes')
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('course_id', 'text', (column) => column.notNull().references('courses.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('likes_key', ['course_id', 'user_id'])
    .execute()
  await db.schema.createIndex('likes_newest').on('likes').columns(['course_id', 'id', 'user_id']).execute()
  await db.schema.createIndex('likes_user').on('likes').column('user_id').execute()
  await db.schema
    .createTable('saves')
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('playlist_id', 'text', (column) =>
      column.notNull().references('playlists.id').onDelete('cascade'),
    )
    .addPrimaryKeyConstraint('saves_key', ['user_id', 'playlist_id'])
    .execute()
  await db.schema.createIndex('saves_newest').on('saves').columns(['user_id', 'id', 'playlist_id']).execute()
  await db.schema.createIndex('saves_playlist').on('saves').column('playlist_id').execute()
}
