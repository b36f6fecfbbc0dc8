import { expect, test } from 'vitest'
import { openTestApp, picture } from '#server/test-app.ts'
import { picturesIn } from './picture-files.ts'
import { rejectLostDatabase } from './sweep.ts'

async function siteWithPicture() {
  const { db, folder, images, user } = await openTestApp()
  const ada = await user('Ada')
  const photo = await images.save(await picture('red'), { kind: 'portrait' })
  await db.updateTable('users').set({ photo }).where('id', '=', ada.id).execute()
  return { db, images, site: { db, files: picturesIn(folder) } }
}

const SENTENCE = /^There are pictures in \S+ and nobody in the database.+npm run restore.+npm run doctor.+\.$/

test('pictures without any user are not a new site', async () => {
  const { db, site } = await siteWithPicture()
  await rejectLostDatabase(site)
  await db.deleteFrom('users').execute()
  await db.deleteFrom('images').execute()
  await expect(rejectLostDatabase(site)).rejects.toThrow(SENTENCE)
  await expect(rejectLostDatabase({ ...site, db: undefined })).rejects.toThrow(SENTENCE)
})

test('a first start that was cut off may be tried again', async () => {
  const { db, images, site } = await siteWithPicture()
  await db.deleteFrom('users').execute()
  await rejectLostDatabase(site)
  const fourth = ['green', 'blue', 'black', 'white']
  for (const [index, colour] of fourth.entries()) {
    const name = await images.save(await picture(colour), { kind: 'cover' })
    if (index < 3) await db.deleteFrom('images').where('name', '=', name).execute()
  }
  await rejectLostDatabase(site)
})

test('a site without pictures is new', async () => {
  const { db, folder } = await openTestApp()
  const files = picturesIn(folder)
  await rejectLostDatabase({ db, files })
  await rejectLostDatabase({ files })
})
