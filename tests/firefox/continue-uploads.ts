import { drawClip } from '#tests/e2e/clips.ts'
import type { Scene } from './scene.ts'
import { waitFor } from './wait-for.ts'

/** So slow that the files are still on their way when the page is left. */
const BITRATE = '9000k'

/** Without handles of files, the tray asks for all of them at once. */
export async function continueUploads({ app, teacher, playlistId, openTab }: Scene): Promise<void> {
  const films = ['one.mp4', 'two.mp4'].map((name) =>
    drawClip({ name, seconds: 20, size: '320x180', bitrate: BITRATE }),
  )
  const page = await openTab(teacher)
  await page.goto(`${app.url}/teacher-dashboard/build/${playlistId}/add?tab=files`)
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.type())
    void dialog.accept()
  })
  let isHeld = true
  const held: (() => void)[] = []
  await page.setRequestInterception(true)
  page.on('request', (request) => {
    const isLater = request.method() === 'PATCH' && request.headers()['upload-offset'] !== '0'
    const go = () => void request.continue().catch(() => undefined)
    if (isLater && isHeld) held.push(go)
    else go()
  })
  const field = await page.waitForSelector('input[type=file]')
  if (!field?.toElement) throw new Error('Expected a field for files.')
  const input = await field.toElement('input')
  await input.uploadFile(...films)
  await waitFor('parts that wait', async () => held.length === 2)
  await page.goto(`${app.url}/courses`)
  isHeld = false
  await page.locator('::-p-text(Choose the same 2 files again to continue.)').wait()
  const [chooser] = await Promise.all([
    page.waitForFileChooser(),
    page.locator('::-p-aria([name="Choose files"][role="button"])').click(),
  ])
  await chooser.accept(films)
  await waitFor('both videos in the playlist', async () => {
    const { courses } = await teacher.call('playlists.get', { params: { playlistId } })
    return courses.length === 3
  })
  if (dialogs.length === 0) throw new Error('Expected a question before the page is left.')
  await page.close()
}
