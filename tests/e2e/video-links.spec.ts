/** Links as people paste them: with numbers, titles and start times, without https, as embed codes. */
import { pictureFile } from './account-forms.ts'
import { expect, logInAs, test } from './accounts.ts'
import { fakeVideo } from './fake-video.ts'
import { main, visit } from './screens.ts'
import { startVideo, watchPath } from './watching.ts'

const LINES = [
  'youtu.be/aqz-KE-bpK1',
  'www.youtube.com/watch?v=aqz-KE-bpK2',
  'vimeo.com/76979871',
  'https://studio.youtube.com/video/aqz-KE-bpK4/edit',
  '<iframe width="560" src="https://www.youtube.com/embed/aqz-KE-bpK5" title="Lesson" allowfullscreen></iframe>',
  '1. https://youtu.be/aqz-KE-bpK6?t=1m30s,',
  'Programming',
  '[Closures](https://youtu.be/aqz-KE-bpK8)',
  'Hoisting: https://youtu.be/aqz-KE-bpK9, Scopes: vimeo.com/76979872',
]

test('pasted lines of every kind become drafts, with their titles and starts', async ({ page, prepare }) => {
  const teacher = await prepare.member('Teacher')
  const { id } = await prepare.publish(teacher)
  await logInAs(page, teacher)
  await visit(page, `/teacher-dashboard/build/${id}/add`)
  await page.getByRole('textbox', { name: 'Paste one' }).fill(LINES.join('\n'))
  await expect(page.getByText('Line 7: this is not a video link.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Title of line 8' })).toHaveValue('Closures')
  await expect(page.getByRole('textbox', { name: 'Title of line 9, video 2' })).toHaveValue('Scopes')
  await expect(page.getByText('Starts at 1:30')).toBeVisible()
  await page.getByRole('button', { name: 'Add 9 videos' }).click()
  await expect(page.getByRole('button', { name: 'Drag Closures' })).toBeVisible()
  const courses = await teacher.call('courses.ofPlaylist', { params: { playlistId: id }, query: {} })
  expect(courses.map(({ video }) => `${video?.source} ${video?.key} ${video?.startsAt ?? 0}`)).toEqual([
    'youtube aqz-KE-bpK1 0',
    'youtube aqz-KE-bpK2 0',
    'vimeo 76979871 0',
    'youtube aqz-KE-bpK4 0',
    'youtube aqz-KE-bpK5 0',
    'youtube aqz-KE-bpK6 90',
    'youtube aqz-KE-bpK8 0',
    'youtube aqz-KE-bpK9 0',
    'vimeo 76979872 0',
  ])
})

test('the course form reads the start of a link, shows it, and lets it be changed', async ({
  page,
  prepare,
}) => {
  const teacher = await prepare.member('Teacher')
  const { id } = await prepare.publish(teacher)
  await logInAs(page, teacher)
  await visit(page, `/teacher-dashboard/add-course?playlist=${id}`)
  await page.getByLabel('Playlist').selectOption({ index: 1 })
  await page.getByLabel('Video title').fill('Closures')
  await page.getByLabel('Video link').fill('youtu.be/aqz-KE-bpKQ?t=90')
  await expect(page.getByLabel('Starts at')).toHaveValue('1:30')
  await page.getByLabel('Starts at').fill('soon')
  await page.getByLabel('Video image').setInputFiles(await pictureFile('frame.jpg', '#7ac62a'))
  await page.getByLabel('Description').fill('One thing, done once.')
  await page.getByRole('button', { name: 'Save as draft' }).click()
  await expect(page.getByLabel('Starts at')).toHaveAccessibleDescription(/Write a time such as 1:30\./)
  await page.getByLabel('Starts at').fill('2:00')
  await page.getByRole('button', { name: 'Save as draft' }).click()
  await expect
    .poll(async () => {
      const courses = await teacher.call('courses.ofPlaylist', { params: { playlistId: id }, query: {} })
      return courses.map(({ video }) => video)
    })
    .toEqual([{ source: 'youtube', key: 'aqz-KE-bpKQ', startsAt: 120 }])
  await visit(page, `/teacher-dashboard/build/${id}`)
  await expect(main(page).getByText('Starts at 2:00')).toBeVisible()
})

test('a learner who has not watched a video begins at its start', async ({ page, prepare }) => {
  const published = await prepare.publish(await prepare.member('Teacher'), {
    courses: [{ videoLink: 'youtu.be/dQw4w9WgXcQ?t=90' }],
  })
  await startVideo(page, await prepare.member('Student'), watchPath(published))
  await expect.poll(async () => (await fakeVideo(page).state()).time).toBeGreaterThanOrEqual(90)
})
