/** A playlist goes back to its teacher and returns, until another admin approves it. */
import { toast } from './account-forms.ts'
import { expect, logInAs, unique } from './accounts.ts'
import { violationsIn } from './axe.ts'
import { fakeVideo } from './fake-video.ts'
import { decision, item, openDeskOf, queue, strip, test } from './review-desk.ts'
import { main, visit } from './screens.ts'
import { box, button, DASHBOARD, LONG } from './teacher-screens.ts'

test.use({ site: 'review desk' })

const LESSONS = ['Scope', 'Closures', 'Hoisting', 'Promises', 'Modules']

test('changes with two notes are answered, asked again and approved by another admin', async ({
  page,
  newPerson,
  prepare,
  anna,
}) => {
  const teacher = await prepare.member('Teacher')
  const iris = await prepare.admin()
  const title = `How JavaScript works ${unique()}`
  const { id } = await prepare.publish(teacher, {
    title,
    description: LONG,
    status: 'pending',
    courses: LESSONS.map((lesson) => ({ title: lesson })),
  })
  const history = async () => (await teacher.call('review.history', { params: { playlistId: id } })).items
  await logInAs(page, iris)

  await test.step('an admin requests changes with two notes, and the other four videos leave the queue', async () => {
    await openDeskOf(page, teacher)
    const open = item(page, title)
    await expect(open.getByText('· Playlist and 5 videos, new')).toBeVisible()
    await page.getByRole('button', { name: 'Play 2 Closures' }).click()
    await fakeVideo(page).run(72)
    await expect(open.getByRole('button', { name: /^Note at 1:1\d$/ })).toBeVisible()
    await page.keyboard.press('n')
    await page.keyboard.type('The slide cannot be read.')
    await button(open, 'Add note').click()
    await page.keyboard.press('n')
    await page.getByLabel('About', { exact: true }).selectOption('Description')
    await page.getByRole('textbox', { name: 'Note', exact: true }).fill('Say for whom it is.')
    await button(open, 'Add note').click()
    await page.keyboard.press('c')
    await page.getByRole('checkbox', { name: 'Description too short' }).check()
    await page.getByLabel(/^Message to/).fill('Almost there.')
    await button(page, 'Request changes with 1 reason and 2 notes').click()
    await expect(strip(page)).toContainText(`Changes requested for “${title}”.`)
    await page.getByRole('link', { name: 'Admin', exact: true }).click()
    await expect
      .poll(async () => (await iris.call('review.list', { query: { teacher: teacher.id } })).total)
      .toBe(0)
    const states = (await history()).map(({ subject, state }) => `${subject.title} ${state}`)
    expect(states.toSorted()).toEqual(
      [
        `${title} changes`,
        'Closures changes',
        ...['Scope', 'Hoisting', 'Promises', 'Modules'].map((lesson) => `${lesson} withdrawn`),
      ].toSorted(),
    )
  })

  await test.step('the teacher answers one note, marks the other, changes the description and submits again', async () => {
    const desk = await newPerson()
    await logInAs(desk, teacher)
    await visit(desk, `${DASHBOARD}/edit-playlist/${id}`)
    await desk.getByLabel('Description').fill(`${LONG} For everybody.`)
    await button(desk, 'Update Playlist').click()
    await visit(desk, `${DASHBOARD}/build/${id}`)
    const panel = main(desk).getByRole('region', { name: `Changes requested by ${iris.name}` })
    const note = (text: string) =>
      panel.getByRole('list', { name: 'Notes' }).getByRole('listitem').filter({ hasText: text })
    await button(note('Say for whom it is.'), 'Done').click()
    await button(note('The slide cannot be read.'), 'Answer').click()
    await panel.getByLabel('Your answer').fill('It is my handwriting.')
    await button(panel, 'Send').click()
    await expect(panel).toContainText('2 of 2 notes are done or answered.')
    await panel.getByLabel(/^Message to the reviewer/).fill('Better now?')
    await button(panel, 'Submit again').click()
    await expect(toast(desk, 'Submitted for review.')).toBeVisible()
  })

  const other = await newPerson()
  await logInAs(other, anna)
  const open = item(other, title)
  await test.step('another admin sees the message, the difference, the notes and the answers', async () => {
    await openDeskOf(other, teacher)
    await expect(queue(other).getByText('Playlist and 5 videos, second round')).toBeVisible()
    await expect(open).toContainText('Better now?')
    await expect(open.getByRole('radio', { name: 'Since round 1' })).toBeChecked()
    await expect(open.locator('ins')).toHaveText(/For everybody\./)
    const notes = open.getByRole('region', { name: 'Notes of the former rounds' })
    await expect(notes).toContainText('2: 1 done, 1 answered')
    const [name = ''] = teacher.name.split(' ')
    await expect(notes).toContainText(`${name} marked it done`)
    await expect(notes.getByRole('list', { name: 'Conversation' })).toContainText('It is my handwriting.')
    await expect(box(other, 'Rounds')).toContainText('Almost there.')
    expect(await violationsIn(other, undefined)).toEqual([])
  })
  await test.step('she asks one note again, sends its video back and approves the rest, by keys', async () => {
    await button(open, 'Ask again: The slide cannot be read.').click()
    await other.getByLabel('Decision about Closures').selectOption('Request changes')
    await other.getByRole('heading', { name: title }).focus()
    await other.keyboard.press('a')
    await other.keyboard.press('5')
    await other.keyboard.press('Enter')
    await expect(strip(other)).toContainText(`Approved “${title}” and 4 videos.`)
    await other.getByRole('link', { name: 'Admin', exact: true }).click()
    await expect.poll(async () => (await history()).find(isClosures)?.state).toBe('changes')
    const asked = (await history()).find(isClosures)
    expect(asked?.notes).toMatchObject([
      { text: 'The slide cannot be read.', answer: null, messages: [{ text: 'It is my handwriting.' }] },
    ])
  })
  await test.step('the last video is answered and approved, and the playlist is public', async () => {
    const [note] = (await history()).find(isClosures)?.notes ?? []
    await teacher.call('review.writeMessage', {
      params: { reviewNoteId: note?._id ?? '' },
      body: { text: 'Typed now.' },
    })
    const course = (await history()).find(isClosures)?.subject._id ?? ''
    await teacher.call('review.submitCourse', { params: { courseId: course } })
    await openDeskOf(other, teacher)
    await expect(open.getByText('1 video, third round')).toBeVisible()
    await expect(decision(other).getByRole('button', { name: 'Approve 1 video' })).toBeVisible()
    await expect(open.getByRole('list', { name: 'Conversation' }).first()).toContainText('Typed now.')
    await other.keyboard.press('a')
    await expect(strip(other)).toContainText(`Approved 1 video of “${title}”.`)
    await other.getByRole('link', { name: 'Admin', exact: true }).click()
    const visitor = await newPerson()
    await expect
      .poll(async () => (await visitor.request.get(`/api/playlists/${id}`)).json())
      .toMatchObject({ approvedCoursesCount: LESSONS.length })
    await visit(visitor, `/playlist-details/${id}`)
    for (const lesson of LESSONS)
      await expect(main(visitor).getByRole('heading', { name: lesson, exact: true })).toBeVisible()
  })
  await test.step('the history tells all of it', async () => {
    await logInAs(page, teacher)
    await visit(page, `${DASHBOARD}/build/${id}`)
    await page.getByRole('link', { name: 'History' }).click()
    // What happens within a minute is one event, so the test names only what nothing else joins.
    for (const sentence of [
      `${anna.name} approved version 2 with`,
      `${anna.name} requested changes to 'Closures', version 2`,
      `${iris.name} returned 4 videos`,
      `${iris.name} requested changes to version 1 with 1 video`,
      'Almost there.',
    ])
      await expect(box(page, 'History')).toContainText(sentence)
  })
})

const isClosures = ({ subject }: { subject: { title: string } }) => subject.title === 'Closures'
