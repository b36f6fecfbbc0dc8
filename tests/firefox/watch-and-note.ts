import type { Page } from 'puppeteer-core'
import type { Scene } from './scene.ts'
import { waitFor } from './wait-for.ts'

const NOTE = 'A closure keeps the variable.'
const DRAFT = 'Half a thought'

const watchPath = ({ app, playlistId, courseId }: Scene) => `${app.url}/watch-video/${playlistId}/${courseId}`

const played = (page: Page) =>
  page.$$eval('video', ([video]) => ({
    at: video?.currentTime ?? 0,
    pictures: video?.getVideoPlaybackQuality().totalVideoFrames ?? 0,
  }))

const noteField = (page: Page) => page.locator('::-p-aria([name="Your note"][role="textbox"])')

/** Plays the film, writes a note, and comes back to the second at which the student left. */
export async function watchAndNote(scene: Scene): Promise<void> {
  const page = await scene.openTab(scene.student)
  await page.setViewport({ width: 1280, height: 720 })
  await page.goto(watchPath(scene))
  await page.locator('button[aria-label^="Play video"]').click()
  await waitFor('moving pictures', async () => {
    const { at, pictures } = await played(page)
    return at > 6 && pictures > 50
  })
  await page.keyboard.press('n')
  const written = Math.floor((await played(page)).at)
  await noteField(page).wait()
  await page.keyboard.type(NOTE)
  await page.keyboard.down('Control')
  await page.keyboard.press('Enter')
  await page.keyboard.up('Control')
  const notes = async () => {
    const found = await scene.student.call('notes.list', { query: { courseId: scene.courseId } })
    return found.notes
  }
  await waitFor('a stored note', async () => (await notes()).length === 1)
  const [note] = await notes()
  if (note === undefined || Math.abs(note.at - written) > 1)
    throw new Error(`Expected a note at ${written}, not at ${note?.at}.`)
  await page.close()
  const later = await scene.openTab(scene.student)
  await later.goto(watchPath(scene))
  await later.locator('::-p-text(Continue at 0:)').wait()
  await later.close()
}

/** The browser's own database keeps a comment from one tab to the next. */
export async function keepDrafts(scene: Scene): Promise<void> {
  const page = await scene.openTab(scene.student)
  await page.setViewport({ width: 1280, height: 720 })
  await page.goto(`${watchPath(scene)}?tab=notes`)
  await noteField(page).fill(DRAFT)
  await page.locator('::-p-text(Draft kept)').wait()
  await page.close({ runBeforeUnload: false })
  const later = await scene.openTab(scene.student)
  await later.setViewport({ width: 1280, height: 720 })
  await later.goto(`${watchPath(scene)}?tab=notes`)
  await waitFor('the text in the next tab', () =>
    noteField(later)
      .map((field) => (field instanceof HTMLTextAreaElement ? field.value : ''))
      .wait()
      .then((value) => value === DRAFT),
  )
  await later.close()
}
