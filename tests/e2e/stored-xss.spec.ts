import type { Page } from '@playwright/test'
import { expect, logInAs, type Member, type Published, test, unique } from './accounts.ts'
import { main, visit } from './screens.ts'

/** Each sets `pwned` or opens a dialog in a page that treats it as markup. */
const CORPUS = [
  '<img src=x onerror=pwned=1>',
  '<svg onload=pwned=1>',
  '</script><script>pwned=1</script>',
  '"><script>pwned=1</script>',
  "' autofocus onfocus='pwned=1",
  '<a href="javascript:pwned=1">x</a>',
  '<iframe srcdoc="<script>parent.pwned=1</script>">',
  '<!--<img title="--><img src=x onerror=pwned=1>">',
  '{{constructor.constructor("pwned=1")()}}',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=pwned=1>',
  '<style>@import "//evil.example/x.css"</style>',
  '<base href="//evil.example/">',
  '<meta http-equiv=refresh content="0;url=//evil.example">',
  'javascript:pwned=1//https://evil.example',
  'https://evil.example/"onmouseover="alert(1)',
  '&lt;script&gt;pwned=1&lt;/script&gt;',
  '\u2028</ScRiPt><sCrIpT>alert(1)</sCrIpT>\u2029',
  '[x](javascript:pwned=1)',
] as const
const TITLE = '</script><script>pwned=1</script><img src=x onerror=alert(1)>'
const NAME = '<img src=x onerror=pwned=1>'

interface Stage {
  teacher: Member
  student: Member
  other: Member
  published: Published
  title: string
}

type Prepare = Parameters<Parameters<typeof test>[2]>[0]['prepare']

/** Every text of every user is an attack. */
async function infest(prepare: Prepare): Promise<Stage> {
  const teacher = await prepare.member('Teacher', { name: NAME })
  const student = await prepare.member('Student', { name: '</title><svg onload=pwned=1>' })
  const other = await prepare.member('Other', { name: `"><script>pwned=1</script>`, profession: NAME })
  const title = `${TITLE} ${unique()}`
  const description = CORPUS.join('\n')
  const published = await prepare.publish(teacher, {
    title,
    description,
    courses: [
      { title, description },
      { title: CORPUS[7], description: CORPUS[2] },
    ],
  })
  const [course] = published.courses
  if (!course) throw new Error('The playlist has no course')
  for (const text of CORPUS) await prepare.comment(student, course, text)
  await prepare.comment(other, course, description)
  await student.call('saves.save', { params: { playlistId: published.id } })
  return { teacher, student, other, published, title }
}

/** The traces of an attack in a page that treated a text as markup. */
const harmIn = (page: Page) =>
  page.evaluate(() => {
    const handlers = [...document.querySelectorAll('*')].filter((element) =>
      element.getAttributeNames().some((name) => name.startsWith('on')),
    )
    const strange = document.querySelectorAll(
      'img[src="x"], iframe[srcdoc], base, meta[http-equiv="refresh"], a[href^="javascript:" i], mglyph, main script, main style',
    )
    return {
      ran: 'pwned' in window,
      markup: [...handlers, ...strange].map(
        (element) => `${element.tagName} ${element.getAttributeNames().join(' ')}`,
      ),
    }
  })

/** Opens every screen of a user and collects what the console, the policy and dialogs report. */
async function visitAll(page: Page, paths: string[]): Promise<void> {
  const dialogs: string[] = []
  page.on('dialog', async (dialog) => {
    dialogs.push(dialog.message())
    await dialog.dismiss()
  })
  for (const path of paths) {
    await visit(page, path)
    await expect(main(page)).toBeVisible()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    expect(await harmIn(page), path).toEqual({ ran: false, markup: [] })
    expect(dialogs, path).toEqual([])
  }
}

function publicPaths({ published, teacher, title }: Stage): string[] {
  return [
    '/',
    '/about',
    '/courses',
    '/teachers',
    '/contact',
    `/playlist-details/${published.id}`,
    `/teacher-profile/${teacher.id}`,
    `/course-search?q=${encodeURIComponent(title.slice(0, 100))}`,
    `/course-search?q=${encodeURIComponent(CORPUS[3])}`,
    '/reset-password',
    '/api/docs',
  ]
}

test('stored texts stay texts for a visitor, whether server or browser rendered the page, and for a student', async ({
  page,
  prepare,
  allowConsole,
}) => {
  allowConsole(/status of 404/)
  const stage = await infest(prepare)
  const { student, teacher, published } = stage
  await test.step('a visitor', async () => {
    await visitAll(page, [...publicPaths(stage), '/login', '/register'])
    await visit(page, `/playlist-details/${published.id}`)
    await expect(main(page).getByText(stage.title).first()).toBeVisible()
    for (const path of publicPaths(stage)) {
      const answer = await page.request.get(path)
      const html = await answer.text()
      expect(html, path).not.toMatch(/<script>pwned|<img src=x|<svg onload|<base href="\/\//i)
    }
  })
  await test.step('a student', async () => {
    await logInAs(page, student)
    const [course] = published.courses
    const watch = `/watch-video/${published.id}/${course?._id}`
    await visitAll(page, [
      // The other public screens are the same for a user and a visitor.
      '/',
      `/playlist-details/${published.id}`,
      `/teacher-profile/${teacher.id}`,
      `/profile/${student.id}`,
      `/update-user/${student.id}`,
      `/user-saved-playlist/${student.id}`,
      watch,
    ])
    for (const text of CORPUS.slice(0, 6)) await expect(main(page).getByText(text).first()).toBeVisible()
    for (const link of await main(page).getByRole('link').all()) {
      expect(await link.getAttribute('href')).toMatch(/^(https?:\/\/|\/|#)/)
    }
  })
})

test('stored texts stay texts for a teacher and an admin', async ({ page, prepare }) => {
  const { teacher, published, other } = await infest(prepare)
  const ids = `${published.id}/${published.courses[0]?._id}`
  await test.step('a teacher', async () => {
    await logInAs(page, teacher)
    await visitAll(page, [
      '/teacher-dashboard',
      '/teacher-dashboard/add-playlist',
      '/teacher-dashboard/add-course',
      '/teacher-dashboard/table-course',
      `/teacher-dashboard/edit-playlist/${published.id}`,
      `/teacher-dashboard/edit-course/${ids}`,
      `/profile/${teacher.id}`,
      `/update-user/${teacher.id}`,
      `/watch-video/${ids}`,
    ])
  })
  await test.step('an admin', async () => {
    await logInAs(page, await prepare.admin())
    await visitAll(page, [
      '/admin',
      '/admin/courses-admin',
      '/admin/teachers',
      '/admin/students',
      '/admin/other',
      '/admin/category',
      `/admin/playlist-view/${published.id}`,
      `/admin/course-view/${ids}`,
      `/profile/${other.id}`,
    ])
  })
})

test('reflected: text in the address stays text', async ({ page, allowConsole }) => {
  allowConsole(/status of 404/)
  await visitAll(
    page,
    CORPUS.slice(0, 8).flatMap((text) => [
      `/course-search?q=${encodeURIComponent(text.slice(0, 100))}`,
      `/courses?category=${encodeURIComponent(text)}`,
      `/${encodeURIComponent(text)}`,
    ]),
  )
})

test('CSP text, CSP works: a script that got in would not run', async ({ page, allowConsole, app }) => {
  allowConsole(/Content Security Policy|TrustedHTML|TrustedScript|Trusted Type/)
  const answer = await page.goto('/')
  const policy = answer?.headers()['content-security-policy'] ?? ''
  expect(policy).toMatch(
    /^default-src 'none'; script-src 'self' 'sha256-[^']+'; style-src 'self' 'sha256-[^']+'; /,
  )
  expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'")
  expect(policy).not.toContain('unsafe')
  await visit(page, '/')
  const attempts = await page.evaluate(async (elsewhere) => {
    const tried = (attack: () => void) => {
      try {
        attack()
        return 'let through'
      } catch {
        return 'rejected'
      }
    }
    const button = document.createElement('button')
    tried(() => button.setAttribute('onclick', 'window.pwned = 1'))
    document.body.append(button)
    button.click()
    button.remove()
    const response = await fetch(`${elsewhere}/steal`).then(
      () => 'let through',
      () => 'rejected',
    )
    return [
      tried(() => document.createRange().createContextualFragment('<b>x</b>')),
      tried(() => document.createElement('script').setAttribute('src', '//evil.example/x.js')),
      'pwned' in window ? 'let through' : 'rejected',
      response,
    ]
  }, 'http://127.0.0.1:9')
  expect(attempts, app.url).toEqual(['rejected', 'rejected', 'rejected', 'rejected'])
  expect((await harmIn(page)).ran).toBe(false)
})
