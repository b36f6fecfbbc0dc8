import type { Page } from '@playwright/test'
import { expect, logInAs, type Member, type Published, test as prepared } from './accounts.ts'
import { multiply } from './copy-rows.ts'
import { alive, heading, main, visit } from './screens.ts'

const SIZES = [
  { width: 360, height: 740 },
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
]

const SENTENCE =
  'How to write a title that is far too long for any card, any list or any heading that was ever drawn, in 120 letters.'
const WORD = 'Donaudampfschifffahrtsgesellschaft'.repeat(4).slice(0, 120)
const ARABIC = 'كيف تكتب عنوانًا طويلًا جدًا بالعربية يمتد على سطرين أو ثلاثة أسطر في بطاقة ضيقة (الجزء 2)'
const HEBREW = 'מבוא ל־TypeScript למפתחות ומפתחים, חלק 3!'
const EMOJI = '🎸🔥 Rock ’n’ Roll 👨‍👩‍👧‍👦 für Anfänger 🇩🇪🇫🇷 ✨✨✨'
const TITLES = [SENTENCE, WORD, ARABIC, HEBREW, EMOJI]
const NAMES = [
  'Wolfeschlegelsteinhausenbergerdorffwelchevoralterm',
  'عبد الرحمن بن محمد الفارسي',
  'Zoë 👩🏽‍🚀 de la Cruz',
]
const PROFESSION = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenfabrikantengehilfenausbilder'
const DESCRIPTION = [
  `A link: https://example.com/${'path/'.repeat(20)}?q=${'z'.repeat(100)} and more.`,
  'السطر الثاني بالعربية مع رابط https://example.org/abc وبعض الكلمات.',
  'W'.repeat(200),
  'An ordinary sentence that goes on about nothing. '.repeat(100),
]
  .join('\n\n')
  .slice(0, 5000)

interface Crowd {
  teachers: Member[]
  reader: Member
  /** The first teacher's playlist, with one course for each title. */
  series: Published
}

const test = prepared.extend<object, { crowd: Crowd }>({
  crowd: [
    async ({ prepare }, use) => {
      const teachers: Member[] = []
      for (const name of NAMES) teachers.push(await prepare.member('Teacher', { name }))
      const reader = await prepare.member('Other', {
        name: 'Maximiliana Bartholomea von und zu Hohenstaufen-Z.',
        profession: PROFESSION,
        email: `${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(60)}.example.org`,
      })
      const published: Published[] = []
      for (const [index, title] of TITLES.entries()) {
        const teacher = teachers[index % teachers.length]
        if (teacher === undefined) continue
        const courses = index === 0 ? TITLES.map((each) => ({ title: each, description: DESCRIPTION })) : []
        published.push(await prepare.publish(teacher, { title, description: DESCRIPTION, courses }))
      }
      const [series] = published
      const first = series?.courses[0]
      if (series === undefined || first === undefined) throw new Error('There is no series.')
      for (const [index, text] of [...TITLES, 'W'.repeat(1900)].entries()) {
        await prepare.comment(index === 0 ? reader : series.teacher, first, text)
      }
      for (const { id } of published) await reader.call('saves.save', { params: { playlistId: id } })
      await use({ teachers, reader, series })
    },
    { scope: 'worker', timeout: 90_000 },
  ],
})

test.use({ site: 'edge content' })

/** Elements that overflow the window, and words that are cut off without an ellipsis. */
function faults(): string[] {
  const root = document.documentElement
  const problems = root.scrollWidth > root.clientWidth ? [`the page is ${root.scrollWidth} wide`] : []
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    const style = getComputedStyle(element)
    if (element.closest('[aria-hidden="true"], .sr, [inert], aside#side-menu:not(:has(nav:hover))') !== null)
      continue
    const dotted = style.webkitLineClamp !== 'none' || style.overflowX === 'auto'
    const cut = style.overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1
    if (cut && !dotted && element.tagName !== 'INPUT' && element.textContent !== '') {
      problems.push(`cut: <${element.tagName}> ${element.textContent?.slice(0, 40)}`)
    }
  }
  return problems
}

/** Whether all elements with one of these texts have an automatic text direction. */
function withoutDirection(words: string[]): string[] {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const problems: string[] = []
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const text = node.textContent ?? ''
    if (!words.some((word) => text.includes(word))) continue
    if (node.parentElement?.closest('[dir="auto"], bdi, script, title') === null)
      problems.push(text.slice(0, 60))
  }
  return problems
}

async function fits(page: Page, where: string): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size)
    // A layout settles within a frame or two; only its final state counts.
    await expect.poll(() => page.evaluate(faults), { message: `${where} at ${size.width} px` }).toEqual([])
  }
  expect(await page.evaluate(withoutDirection, [...TITLES, ...NAMES, PROFESSION]), where).toEqual([])
}

test('long, one-word, right-to-left and emoji names, titles and texts fit the public screens at every width', async ({
  page,
  crowd,
}) => {
  const [first, second] = crowd.teachers
  const screens = {
    home: '/',
    about: '/about',
    courses: '/courses',
    teachers: '/teachers',
    'teacher, one word': `/teacher-profile/${first?.id}`,
    'teacher, right to left': `/teacher-profile/${second?.id}`,
    playlist: `/playlist-details/${crowd.series.id}`,
    search: `/course-search?q=${encodeURIComponent('TypeScript')}`,
    'search for one word': `/course-search?q=${'Donaudampfschifffahrt'.repeat(4)}`,
  }
  for (const [where, path] of Object.entries(screens)) {
    await visit(page, path)
    await expect(main(page).locator('[aria-busy="true"]')).toHaveCount(0)
    await fits(page, where)
    if (where === 'playlist') await readPlaylist(page)
  }
})

async function readPlaylist(page: Page): Promise<void> {
  await test.step('a right-to-left title keeps the edge of its list and reads in its own direction', async () => {
    const title = heading(page, HEBREW)
    await expect(title).toHaveCSS('direction', 'rtl')
    await expect(title).toHaveCSS('text-align', 'left')
    await expect(heading(page, SENTENCE).first()).toHaveCSS('direction', 'ltr')
  })
  await test.step('a description of 5,000 characters leaves room for what follows and is read in full on request', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.reload()
    await alive(page)
    await expect(page.getByRole('button', { name: 'Save Playlist' })).toBeInViewport()
    const text = main(page).getByText('An ordinary sentence')
    const short = await text.evaluate((element) => element.getBoundingClientRect().height)
    await page.getByRole('button', { name: 'Show all' }).click()
    const whole = await text.evaluate((element) => element.getBoundingClientRect().height)
    expect(whole).toBeGreaterThan(short)
    await expect(text.getByRole('link', { name: 'https://example.org/abc' })).toHaveAttribute(
      'rel',
      /nofollow/,
    )
  })
}

test('they fit the screens of a person who is logged in, with their own name around them', async ({
  page,
  crowd,
}) => {
  const { reader, series } = crowd
  await logInAs(page, reader)
  const screens = {
    profile: `/profile/${reader.id}`,
    update: `/update-user/${reader.id}`,
    saved: `/user-saved-playlist/${reader.id}`,
    watch: `/watch-video/${series.id}/${series.courses[0]?._id}`,
    'watch, one word': `/watch-video/${series.id}/${series.courses[1]?._id}`,
  }
  for (const [where, path] of Object.entries(screens)) {
    await visit(page, path)
    await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible()
    await expect(main(page).locator('[aria-busy="true"]')).toHaveCount(0)
    await fits(page, where)
  }
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('button', { name: 'Profile menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Profile' })).toContainText(PROFESSION)
  expect(await page.evaluate(faults)).toEqual([])
})

test('a right-to-left description starts at the right edge of its column', async ({ page, prepare }) => {
  const teacher = await prepare.member('Teacher')
  const description = 'وصف قصير بالعربية.'
  const { id, courses } = await prepare.publish(teacher, { description, courses: [{ description }] })
  await logInAs(page, teacher)
  for (const path of [`/playlist-details/${id}`, `/watch-video/${id}/${courses[0]?._id}?tab=about`]) {
    await visit(page, path)
    const text = main(page).getByText(description).first()
    await expect(text).toBeVisible()
    const left = await text.evaluate((element) => {
      const words = document.createRange()
      words.selectNodeContents(element)
      return (element.parentElement?.getBoundingClientRect().right ?? 0) - words.getBoundingClientRect().right
    })
    expect(Math.abs(left)).toBeLessThan(2)
  }
})

test('the video being watched is in sight in a playlist of 300, and 500 comments come page by page', async ({
  page,
  prepare,
  app,
}) => {
  const teacher = await prepare.member('Teacher')
  const { id, courses } = await prepare.publish(teacher, { courses: [{ title: 'The last of many' }] })
  const last = courses[0]
  if (last === undefined) throw new Error('There is no course.')
  const { _id } = await prepare.comment(teacher, last, 'The newest word.')
  multiply(app, ({ copy, change }) => {
    copy({
      table: 'courses',
      of: ['id', last._id],
      count: 299,
      own: (_, index) => ({ title: `Lesson ${index}` }),
    })
    copy({ table: 'comments', of: ['id', _id], count: 499, own: (_, index) => ({ text: `Word ${index}` }) })
    change('courses', last._id, { comments_count: 500 })
    change('playlists', id, { courses_count: 300, approved_courses_count: 300 })
  })
  await logInAs(page, teacher)
  await page.setViewportSize({ width: 1440, height: 900 })
  await visit(page, `/watch-video/${id}/${last._id}`)
  const rail = page
    .getByRole('complementary', { name: teacher.name })
    .or(main(page).getByRole('complementary'))
  await expect(rail.getByRole('listitem')).toHaveCount(300)
  await expect(rail.getByRole('link', { name: 'The last of many' })).toBeInViewport()
  await expect(heading(page, 'Comments 500')).toBeVisible()
  await page.getByRole('button', { name: 'Show more comments' }).click()
  await expect(main(page).getByText(/^Word \d+$/)).toHaveCount(59)
  await fits(page, 'watch with many')
})

test('lists of 500 playlists, saved playlists and people come page by page and fit', async ({
  page,
  prepare,
  app,
}) => {
  const teacher = await prepare.member('Teacher')
  const student = await prepare.member('Student')
  const { id } = await prepare.publish(teacher)
  await student.call('saves.save', { params: { playlistId: id } })
  multiply(app, ({ copy, change }) => {
    const copies = copy({
      table: 'playlists',
      of: ['id', id],
      count: 499,
      own: (_, index) => ({ title: `Playlist ${index}` }),
    })
    copy({
      table: 'saves',
      of: ['user_id', student.id],
      count: 499,
      own: (_, index) => ({ playlist_id: copies[index] ?? null }),
    })
    copy({
      table: 'users',
      of: ['id', teacher.id],
      count: 499,
      own: (_, index) => ({
        username: `Teacher ${index}`,
        username_key: `teacher ${index}`,
        email: `teacher-${index}@example.org`,
        email_key: `teacher-${index}@example.org`,
      }),
    })
    change('users', student.id, { saves_count: 500 })
    change('users', teacher.id, { approved_playlists_count: 500 })
  })
  await logInAs(page, student)
  const lists = {
    courses: '/courses',
    teachers: '/teachers',
    about: '/about',
    saved: `/user-saved-playlist/${student.id}`,
  }
  for (const [where, path] of Object.entries(lists)) {
    await visit(page, path)
    const cards = main(page).getByRole('article')
    await expect(cards).not.toHaveCount(0)
    const before = await cards.count()
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => cards.count(), { message: where }).toBeGreaterThan(before + 10)
    await fits(page, where)
  }
  await visit(page, `/profile/${student.id}`)
  await expect(main(page).getByText('500', { exact: true })).toBeVisible()
})

test('a playlist of one video, a teacher of one playlist and a single comment fit, and so does nothing at all', async ({
  page,
  prepare,
}) => {
  const teacher = await prepare.member('Teacher')
  const idle = await prepare.member('Teacher')
  const { id, courses } = await prepare.publish(teacher, { courses: [{}] })
  const empty = await prepare.publish(teacher)
  const [only] = courses
  if (only === undefined) throw new Error('There is no course.')
  await prepare.comment(teacher, only, 'First!')
  await logInAs(page, idle)
  const screens = {
    'one video': [`/playlist-details/${id}`, '1 video'],
    'no video': [`/playlist-details/${empty.id}`, 'No courses yet in this playlist'],
    'one comment': [`/watch-video/${id}/${only._id}`, 'First!'],
    'no playlist of a teacher': [`/teacher-profile/${idle.id}`, 'No courses for this teacher'],
    'nothing saved': [`/user-saved-playlist/${idle.id}`, 'No saved playlists yet.'],
  } as const
  for (const [where, [path, words]] of Object.entries(screens)) {
    await visit(page, path)
    await expect(main(page).getByText(words).first()).toBeVisible()
    await fits(page, where)
  }
})
