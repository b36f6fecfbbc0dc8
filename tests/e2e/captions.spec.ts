/** Captions from the teacher's file to the sentence that a learner finds. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, logInAs, type Member, type Published, test } from './accounts.ts'
import { COLOURS, violationsIn } from './axe.ts'
import { fakeVideo } from './fake-video.ts'
import { answerTo, main, overlap, searchBox, visit } from './screens.ts'
import { tabTo } from './tab-to.ts'
import { control, player, pressPlay, startVideo, watchPath } from './watching.ts'

const PHONE = { width: 390, height: 844 }
const LINES = [
  'A function remembers',
  'the place where it was written.',
  'That is what closures are.',
  'They keep the variable alive.',
]
const two = (number: number) => String(number).padStart(2, '0')
const vttOf = (lines: string[]) =>
  [
    'WEBVTT\n',
    ...lines.map((line, n) => `00:${two(n * 10)}.000 --> 00:${two(n * 10 + 10)}.000\n${line}\n`),
  ].join('\n')
const fileOf = (text: string) => ({ name: 'captions.vtt', mimeType: 'text/vtt', buffer: Buffer.from(text) })

async function addCaptions(
  teacher: Member,
  { courses }: Published,
  { language = 'en', lines = LINES } = {},
): Promise<void> {
  const image = new Blob([vttOf(lines)], { type: 'text/vtt' })
  await teacher.call('captions.save', { params: { courseId: courses[0]?._id ?? '', language }, image })
}

const strip = (page: Page) => player(page).getByRole('paragraph')
const text = (page: Page) => main(page).getByRole('region', { name: 'Text of the video' })
const search = (page: Page) => main(page).getByRole('searchbox', { name: 'Search the transcript' })

test('a teacher adds captions by file and corrects them beside the player', async ({
  page,
  prepare,
  allowConsole,
}) => {
  allowConsole(/status of 400/)
  const teacher = await prepare.member('Teacher')
  const published = await prepare.publish(teacher, { courses: [{ title: 'Closures' }] })
  await logInAs(page, teacher)
  await visit(page, `/teacher-dashboard/build/${published.id}`)
  const section = main(page).getByRole('region', { name: 'Captions' })
  const file = section.getByLabel('Captions file')

  await section.getByRole('combobox', { name: 'Language of the captions' }).selectOption('German')
  const chooser = page.waitForEvent('filechooser')
  await section.getByRole('button', { name: 'Add captions' }).click()
  await (await chooser).setFiles(fileOf('WEBVTT\n\n00:05.000 --> 00:02.000\nNo\n'))
  await expect(section.getByRole('alert')).toHaveText(
    'Line 3: the end (00:02.000) is before the start (00:05.000).',
  )
  await file.setInputFiles(fileOf(vttOf(LINES)))
  await expect(section.getByRole('listitem')).toContainText('German4 cues')
  expect(await violationsIn(page, undefined)).toEqual([])

  await section.getByRole('link', { name: 'Edit: German' }).click()
  const first = main(page).getByRole('textbox', { name: 'Text of cue 1' })
  await expect(first).toHaveValue('A function remembers')
  await first.fill('Every function remembers')
  expect(await violationsIn(page, undefined)).toEqual([])
  await main(page).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(section.getByRole('listitem')).toContainText('German')
  const { captions } = await teacher.call('captions.list', {
    params: { courseId: published.courses[0]?._id ?? '' },
  })
  const { cues } = await teacher.call('captions.cues', { params: { captionsId: captions[0]?._id ?? '' } })
  expect(cues[0]?.text).toBe('Every function remembers')

  const more = async (item: string) => {
    await section.getByRole('button', { name: 'More: German' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  const download = page.waitForEvent('download')
  await more('Download')
  expect(await readFile(await (await download).path(), 'utf8')).toContain('Every function remembers')
  const replacing = page.waitForEvent('filechooser')
  await more('Replace')
  await (await replacing).setFiles(fileOf(vttOf(LINES.slice(1))))
  await expect(section.getByRole('listitem')).toContainText('German3 cues')
  await more('Delete')
  await page.getByRole('button', { name: 'Delete captions' }).click()
  await expect(section.getByRole('listitem')).toHaveCount(0)
})

test('cues are split, merged, added and shifted by keys alone, and are the same when they are read again', async ({
  page,
  prepare,
}) => {
  const teacher = await prepare.member('Teacher')
  const published = await prepare.publish(teacher, { courses: [{ title: 'Closures' }] })
  await addCaptions(teacher, published)
  const courseId = published.courses[0]?._id ?? ''
  await logInAs(page, teacher)
  await visit(page, `/teacher-dashboard/build/${published.id}?course=${courseId}`)
  await main(page).getByRole('link', { name: 'Edit: English' }).click()
  await pressPlay(page)
  const video = fakeVideo(page)
  await expect(strip(page)).toHaveText('A function remembers')
  const row = main(page).getByRole('row', { selected: true })
  const field = (name: string) => main(page).getByRole('textbox', { name })

  await tabTo(page, row)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+ArrowRight')
  await page.keyboard.press('Escape')
  await page.keyboard.press('s')
  await expect(field('Text of cue 1')).toHaveValue('A')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('m')
  await expect(field('Text of cue 3')).toHaveValue(
    'the place where it was written. That is what closures are.',
  )
  await video.runAndFreeze(60)
  await expect(main(page).getByRole('button', { name: /^Add cue at 1:/ })).toBeVisible()
  await page.keyboard.press('n')
  await page.keyboard.type('Nothing is lost.')
  await page.keyboard.press('Escape')
  expect(await violationsIn(page, undefined)).toEqual([])
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Delete')
  await expect(main(page).getByRole('row')).toHaveCount(5)
  await page.keyboard.press('Control+z')
  await expect(main(page).getByRole('row')).toHaveCount(6)
  await tabTo(page, field('Shift all by'))
  await page.keyboard.type('1.5')
  await page.keyboard.press('Enter')
  const said = main(page).getByRole('region', { name: 'Cues' }).getByRole('status')
  await expect(said).toHaveText('All cues were shifted by 1.5 s.')
  await tabTo(page, row)
  await page.keyboard.press('ArrowDown')
  const start = Number(/:(\d\d\.\d+)/.exec(await field('Start of cue 5').inputValue())?.[1]) + 60
  const shown = await main(page).getByRole('row').allInnerTexts()
  await tabTo(page, main(page).getByRole('button', { name: 'Save', exact: true }))
  await page.keyboard.press('Enter')
  await tabTo(page, main(page).getByRole('link', { name: 'Edit: English' }))
  await page.keyboard.press('Enter')

  await expect(main(page).getByRole('row')).toHaveCount(shown.length)
  const { captions } = await teacher.call('captions.list', { params: { courseId } })
  const { cues } = await teacher.call('captions.cues', { params: { captionsId: captions[0]?._id ?? '' } })
  expect(cues).toEqual([
    { start: 1.5, end: 2, text: 'A' },
    { start: 2, end: 11.5, text: 'function remembers' },
    { start: 11.5, end: 31.5, text: 'the place where it was written. That is what closures are.' },
    { start: 31.5, end: 41.5, text: 'They keep the variable alive.' },
    { start, end: expect.closeTo(start + 2, 3), text: 'Nothing is lost.' },
  ])
})

test('a text with code is word for word the same in strip, transcript, search and editor', async ({
  page,
  prepare,
}) => {
  const teacher = await prepare.member('Teacher')
  const published = await prepare.publish(teacher, { courses: [{}] })
  const word = `xyl${published.id.slice(-6)}`
  const line = `a List<String> & ${word} --> b`
  const more = 'if a < b and c > d'
  await logInAs(page, teacher)
  await visit(page, `/teacher-dashboard/build/${published.id}`)
  const section = main(page).getByRole('region', { name: 'Captions' })
  const chooser = page.waitForEvent('filechooser')
  await section.getByRole('button', { name: 'Add captions' }).click()
  const file = `1\n00:00:00,000-->00:00:09,000\n{\\an8}<i>${line}</i>\n2\n00:00:10.000 --> 00:00:20.000\n${more}\n`
  await (await chooser).setFiles({ name: 'code.srt', mimeType: '', buffer: Buffer.from(file, 'utf16le') })
  await expect(section.getByRole('status')).toContainText('read as utf-16le')
  await expect(section.getByRole('definition')).toHaveText([line, more])
  expect(await violationsIn(page, undefined)).toEqual([])

  await section.getByRole('link', { name: /^Edit/ }).click()
  const first = main(page).getByRole('textbox', { name: 'Text of cue 1' })
  await expect(first).toHaveValue(line)
  await main(page).getByText(more, { exact: true }).click()
  await main(page).getByRole('textbox', { name: 'Text of cue 2' }).fill(`${more} --> e`)
  await main(page).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(section.getByRole('listitem')).toContainText('2 cues')

  const video = await startVideo(page, await prepare.member('Student'), watchPath(published))
  await page.keyboard.press('c')
  await expect(strip(page)).toHaveText(line)
  await video.run(11)
  await expect(strip(page)).toHaveText(`${more} --> e`)
  await page.keyboard.press('/')
  await search(page).fill('list<string> &')
  await expect(main(page).getByRole('region', { name: 'Transcript' }).getByText('1 of 1')).toBeVisible()
  await expect(text(page)).toContainText(`${line} ${more} --> e`)
  await expect(async () => {
    await searchBox(page).fill(word)
    await searchBox(page).press('Enter')
    await expect(main(page).getByRole('link', { name: line })).toBeVisible({ timeout: 2000 })
  }).toPass()
})

test('captions run below the picture, C is their switch, and the menu has their languages and looks', async ({
  page,
  prepare,
}) => {
  const teacher = await prepare.member('Teacher')
  const published = await prepare.publish(teacher, { courses: [{}] })
  await addCaptions(teacher, published)
  await addCaptions(teacher, published, { language: 'de', lines: ['Eine Funktion', 'merkt sich'] })
  const video = await startVideo(page, await prepare.member('Student'), watchPath(published))
  await expect(strip(page)).toHaveCount(0)
  await page.keyboard.press('c')
  await expect(strip(page)).toHaveText('A function remembers')
  await video.run(11)
  await expect(strip(page)).toHaveText('the place where it was written.')
  await page.keyboard.press('Shift+KeyC')
  await expect(strip(page)).toHaveText('merkt sich')
  expect(await video.state()).toMatchObject({ captions: null })
  await page.keyboard.press('c')
  await expect(strip(page)).toHaveCount(0)
  await page.keyboard.press('c')
  await expect(strip(page)).toHaveText('merkt sich')

  const menu = player(page).getByRole('dialog', { name: 'Captions' })
  await control(page, 'Captions').press('Enter')
  await expect(menu.getByRole('radio', { name: 'German' })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(strip(page)).toHaveText('the place where it was written.')
  const before = (await strip(page).boundingBox())?.height ?? 0
  const saved = answerTo(page, 'PUT', '/player')
  await menu.getByRole('radio', { name: 'XL' }).click()
  await expect.poll(async () => (await strip(page).boundingBox())?.height).toBeGreaterThan(before * 1.4)
  // A host allows nothing over its picture: neither the captions nor the menu.
  await expect(menu.getByRole('group', { name: 'Place' })).toHaveCount(0)
  expect(await overlap(menu, page.locator('iframe'))).toBe(false)
  expect(await violationsIn(page, undefined)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(control(page, 'Captions')).toBeFocused()
  await saved
  await page.reload()
  await main(page)
    .getByRole('button', { name: /^Continue at/ })
    .click()
  await expect.poll(async () => (await strip(page).boundingBox())?.height).toBeGreaterThan(before * 1.4)
})

test('a transcript follows, is searched, seeks, and gives words to a note and a question', async ({
  page,
  prepare,
}) => {
  const teacher = await prepare.member('Teacher')
  const published = await prepare.publish(teacher, { courses: [{}] })
  await addCaptions(teacher, published)
  const video = await startVideo(page, await prepare.member('Student'), watchPath(published))
  await page.keyboard.press('/')
  await expect(search(page)).toBeFocused()
  await search(page).fill('the')
  await expect(main(page).getByText('1 of 3')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(main(page).getByText('2 of 3')).toBeVisible()
  expect(await violationsIn(page, undefined)).toEqual([])

  await text(page).getByText('That is what closures are.').click()
  await expect.poll(() => video.state().then(({ time }) => Math.floor(time))).toBe(20)
  await expect(text(page).locator('[data-now]')).toHaveText('That is what closures are.')

  const select = () => text(page).getByText('They keep the variable alive.').selectText()
  await select()
  await main(page).getByRole('button', { name: 'Note this' }).click()
  const note = main(page).getByRole('textbox', { name: 'Your note' })
  await expect(note).toBeFocused()
  await expect(note).toHaveValue('“They keep the variable alive.”\n')
  await main(page).getByRole('button', { name: 'Save note' }).click()
  await expect(main(page).getByRole('link', { name: '0:30' })).toBeVisible()

  await main(page).getByRole('tab', { name: 'Transcript' }).click()
  await select()
  await main(page).getByRole('button', { name: 'Ask about this' }).click()
  await expect(main(page).getByRole('textbox', { name: 'Add a comment' })).toBeFocused()
  await expect(main(page).getByRole('blockquote')).toHaveText('“They keep the variable alive.” 0:30')
  await expect(main(page).getByRole('checkbox', { name: 'Ask this as a question at 0:30' })).toBeChecked()
})

test('a sentence in a video is found below the search results and on its playlist', async ({
  page,
  prepare,
}) => {
  const teacher = await prepare.member('Teacher')
  const published = await prepare.publish(teacher, { courses: [{ title: 'Remembering' }] })
  const word = `xyl${published.id.slice(-6)}`
  await addCaptions(teacher, published, { lines: ['Nothing yet.', `They call it ${word} today.`] })
  await visit(page, '/')
  await expect(async () => {
    await searchBox(page).fill(word)
    await searchBox(page).press('Enter')
    await expect(main(page).getByRole('heading', { name: 'In the videos' })).toBeVisible({ timeout: 2000 })
  }).toPass()
  await expect(main(page)).toContainText('No playlist found.')
  const found = main(page).getByRole('link', { name: `0:10 ...They call it ${word} today...` })
  await expect(found).toHaveAttribute('href', `${watchPath(published)}?t=10&q=${word}`)
  expect(await violationsIn(page, undefined)).toEqual([])
  await page.setViewportSize(PHONE)
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await violationsIn(page, COLOURS)).toEqual([])
  // The text is for everybody, the video is for members.
  await found.click()
  await expect(page).toHaveURL(/\/login/)
  await visit(page, '/course-search?q=nobodysaysthis')
  await expect(main(page)).toContainText('No playlist found.')
  await expect(main(page).getByRole('heading', { name: 'In the videos' })).toHaveCount(0)

  await visit(page, `/playlist-details/${published.id}`)
  const box = main(page).getByRole('searchbox', { name: 'Search in this playlist' })
  await box.fill(word)
  await box.press('Enter')
  await expect(found).toBeVisible()
  await box.fill('nobodysaysthis')
  await box.press('Enter')
  await expect(main(page)).toContainText('Not found in the transcripts of this playlist: “nobodysaysthis”')

  await test.step('a press on it plays the video there at once; a reload does not', async () => {
    await logInAs(page, await prepare.member('Student'))
    await visit(page, `/playlist-details/${published.id}`)
    await box.fill(word)
    await box.press('Enter')
    await found.click()
    await expect.poll(() => fakeVideo(page).state()).toMatchObject({ playing: true })
    expect((await fakeVideo(page).state()).time).toBeGreaterThanOrEqual(10)
    await page.reload()
    await expect(main(page).getByRole('button', { name: /^Play from 0:10/ })).toBeVisible()
    await expect(page.locator('iframe')).toHaveCount(0)
  })
})

test('the screens of captions have no faults on a phone in the dark', async ({ page, prepare }) => {
  const teacher = await prepare.member('Teacher')
  const published = await prepare.publish(teacher, { courses: [{}] })
  await addCaptions(teacher, published)
  await page.setViewportSize(PHONE)
  await page.emulateMedia({ colorScheme: 'dark' })
  await logInAs(page, teacher)
  const courseId = published.courses[0]?._id
  for (const path of [
    `${watchPath(published)}?tab=transcript`,
    `/teacher-dashboard/build/${published.id}?course=${courseId}`,
    `/teacher-dashboard/build/${published.id}/captions/${courseId}/en`,
  ]) {
    await visit(page, path)
    await expect(
      main(page)
        .getByText(/function remembers|English/)
        .filter({ visible: true })
        .first(),
    ).toBeVisible()
    expect(await violationsIn(page, undefined), path).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390)
  }
})
