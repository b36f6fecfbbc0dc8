import { test, logInAs } from './accounts.ts'
import { visit } from './screens.ts'
const DIR = '/tmp/lead/decision-shots'
test('shots', async ({ page, prepare, allowConsole }) => {
  allowConsole(/./)
  const teacher = await prepare.member('Teacher')
  const admin = await prepare.admin()
  const { id, courses } = await prepare.publish(teacher, { title: 'How JavaScript Really Works', description: 'A tour of the engine for everyone. '.repeat(4), status: 'pending', courses: ['What happens before line 1','Hoisting','Closures','Scope chains, drawn'].map((title) => ({ title })) })
  const desk = await admin.call('review.list', { query: { teacher: teacher.id } })
  const rev = (t: string) => desk.items.find(({ subject }) => subject.title === t)?._id ?? ''
  const reasons = desk.reasons.filter(({ text }) => /poor|short/.test(text)).map(({ _id }) => _id)
  await admin.call('review.note', { params: { revisionId: rev('Closures') }, body: { atSeconds: 192, text: 'The slide cannot be read.' } })
  await admin.call('review.note', { params: { revisionId: rev('Closures') }, body: { atSeconds: 465, text: 'The left channel drops out for nine seconds.' } })
  await admin.call('review.note', { params: { revisionId: rev('What happens before line 1') }, body: { atSeconds: 20, text: 'Is the music in the opening yours?' } })
  await admin.call('review.decide', { params: { revisionId: rev('How JavaScript Really Works') }, body: { state: 'changes', reasons, message: 'A lovely course. Two moments in “Closures” cannot be followed on a phone, and the description should say who it is for. Everything else is fine.', notes: [{ field: 'description', text: 'Say for whom it is and what they can do afterwards.' }], courses: [rev('Closures'), rev('What happens before line 1')] } })
  const history = await teacher.call('review.history', { params: { playlistId: id }, query: {} })
  const notes = history.items.flatMap((e) => e.notes)
  const n = (t: string) => notes.find((x) => x.text.startsWith(t))?._id ?? ''
  await teacher.call('review.answerNote', { params: { reviewNoteId: n('The left') }, body: { done: true } })
  await teacher.call('review.answerNote', { params: { reviewNoteId: n('Is the') }, body: { done: false, answer: 'Yes, I recorded it myself in 2024.' } })
  await teacher.call('playlists.update', { params: { playlistId: id }, body: { description: 'A tour of the engine for people who write JavaScript every day and want to know why it works. '.repeat(2), draft: true } })
  await logInAs(page, teacher)
  const shots: [string, string][] = [['build', `/teacher-dashboard/build/${id}`], ['history', `/teacher-dashboard/build/${id}?view=history`], ['edit', `/teacher-dashboard/edit-course/${id}/${courses[2]?._id}`], ['own', `/playlist-details/${id}`], ['watch', `/watch-video/${id}/${courses[2]?._id}`], ['table', `/teacher-dashboard`], ['add', '/teacher-dashboard/add-course']]
  const draft = await teacher.call('playlists.create', { body: { title: 'Draft one', description: 'Too short', category: 'music', draft: true }, image: new Blob([Uint8Array.from(await (await import('sharp')).default({ create: { width: 320, height: 180, channels: 3, background: '#aa6f8f' } }).jpeg().toBuffer())], { type: 'image/jpeg' }) })
  shots.push(['draft', `/teacher-dashboard/build/${draft.data._id}`])
  for (const [name, path] of shots) {
    for (const [w, theme] of [[1440, 'light'], [1440, 'dark'], [390, 'light'], [390, 'dark']] as const) {
      await page.setViewportSize({ width: w, height: 1000 })
      await page.emulateMedia({ colorScheme: theme })
      await visit(page, path)
      await page.waitForTimeout(1200)
      await page.screenshot({ path: `${DIR}/${name}-${w}-${theme}.png`, fullPage: true })
    }
  }
})
