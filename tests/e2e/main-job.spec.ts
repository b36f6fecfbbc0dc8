import { logIn, pictureFile, register, toast } from './account-forms.ts'
import { expect, test } from './site.ts'

const TEACHER = {
  name: 'Marta Lindqvist',
  email: 'marta@example.org',
  password: 'chalk-and-cheese-7',
  role: 'Teacher',
} as const
const STUDENT = {
  name: 'Noah Bennett',
  email: 'noah@example.org',
  password: 'blue-notebook-41',
  role: 'Student',
} as const
const VIDEO = 'https://www.youtube.com/watch?v=aircAruvnKk'

test.use({ site: 'empty at first', contextOptions: { reducedMotion: 'no-preference' } })

test('a teacher publishes, an admin approves, a visitor finds it, a student watches, likes, comments and saves', async ({
  page: teacher,
  newPerson,
  app,
}) => {
  test.setTimeout(180_000)
  await register(teacher, TEACHER)
  await logIn(teacher, TEACHER)

  await teacher.goto('/teacher-dashboard/add-playlist')
  await teacher.getByLabel(/^(Title|Video title)/).fill('Knots for Sailors')
  await teacher
    .getByLabel('Description')
    .fill('Seven knots, tied slowly.\nRead on at https://example.org/knots.')
  await teacher.getByLabel('Category').selectOption({ label: 'science' })
  await teacher.getByLabel(/image/i).setInputFiles(await pictureFile('knots.jpg', '#0b7a74'))
  await teacher.getByRole('button', { name: 'Add Playlist' }).click()
  await expect(toast(teacher, 'Course added successfully and is pending admin approval')).toBeVisible()
  await expect(teacher.getByRole('heading', { name: 'Knots for Sailors', level: 1 })).toBeVisible()
  await expect(teacher.getByRole('link', { name: 'Add your first video' })).toBeVisible()

  for (const [title, colour] of [
    ['The bowline', '#f3694c'],
    ['The clove hitch', '#5fc9ba'],
  ] as const) {
    await teacher.goto('/teacher-dashboard/add-course')
    await teacher.getByLabel(/^(Title|Video title)/).fill(title)
    await teacher.getByLabel('Video link').fill(VIDEO)
    await teacher.getByLabel('Playlist', { exact: true }).selectOption({ label: 'Knots for Sailors' })
    await teacher.getByLabel('Description').fill(`How to tie ${title.toLowerCase()} and when to trust it.`)
    await teacher.getByLabel(/image/i).setInputFiles(await pictureFile('knot.jpg', colour))
    await teacher.getByRole('button', { name: 'Add Course' }).click()
    await expect(toast(teacher, 'Course added successfully and is pending admin approval')).toBeVisible()
  }

  const visitor = await newPerson()
  await visitor.goto('/courses')
  await expect(visitor.getByRole('heading', { name: 'No Courses yet.' })).toBeVisible()

  const admin = await newPerson()
  await logIn(admin, app.admin)
  await admin.goto('/admin')
  await admin.getByRole('link', { name: 'View Knots for Sailors' }).click()
  await admin.getByRole('radio', { name: /approved/i }).check()
  await admin.getByRole('button', { name: 'Update Status' }).click()
  await expect(toast(admin, 'Playlist status updated successfully!')).toBeVisible()
  for (const title of ['The bowline', 'The clove hitch']) {
    await admin.goto('/admin/courses-admin')
    await admin.getByRole('link', { name: `View ${title}` }).click()
    await expect(admin.getByRole('heading', { name: title })).toBeVisible()
    await admin.getByRole('radio', { name: /approved/i }).check()
    await admin.getByRole('button', { name: 'Update Status' }).click()
    await expect(toast(admin, 'Course status updated successfully!')).toBeVisible()
  }

  await visitor.goto('/')
  await expect(visitor.getByRole('link', { name: 'View All Courses' })).toBeVisible()
  await visitor.getByRole('searchbox', { name: 'Search courses' }).fill('bowlnie')
  await visitor.getByRole('searchbox', { name: 'Search courses' }).press('Enter')
  await expect(visitor).toHaveURL(/\/course-search\?q=bowlnie$/)
  await visitor.getByRole('link', { name: 'View Playlist: Knots for Sailors' }).click()
  await expect(visitor.getByRole('heading', { name: 'Knots for Sailors' })).toBeVisible()
  await expect(visitor.getByRole('main').getByText('2 videos').first()).toBeVisible()
  await expect(visitor.getByRole('link', { name: 'https://example.org/knots' })).toHaveAttribute(
    'rel',
    'ugc nofollow noopener',
  )
  await visitor.getByRole('button', { name: 'Save Playlist' }).click()
  await expect(toast(visitor, 'You should login to save playlists')).toBeVisible()

  const student = await newPerson()
  await register(student, STUDENT)
  await student.goto('/courses')
  await student.getByRole('link', { name: 'View Playlist: Knots for Sailors' }).click()
  await student.getByRole('link', { name: /The bowline/ }).click()
  await expect(student).toHaveURL(/\/login$/)
  await logIn(student, STUDENT)
  await expect(student).toHaveURL(/\/watch-video\//)
  await expect(student.getByRole('heading', { name: 'The bowline', level: 1 })).toBeVisible()
  await expect(student.locator('iframe')).toHaveCount(0)
  await student.getByRole('button', { name: 'Play video: The bowline' }).click()
  await expect(student.locator('iframe')).toHaveAttribute(
    'src',
    /^https:\/\/www\.youtube-nocookie\.com\/embed\/aircAruvnKk/,
  )

  await student.getByRole('button', { name: 'Like', exact: true }).click()
  await expect(student.getByRole('button', { name: 'Liked' })).toBeVisible()
  await expect(student.getByText('1 like', { exact: true })).toBeVisible()

  await expect(student.getByText('No comments for this course yet.')).toBeVisible()
  await teacher.goto(student.url())
  await expect(teacher.getByRole('heading', { name: /^Comments/ })).toBeVisible()
  await student.getByLabel('Add a comment').fill('The rabbit comes out of the hole.')
  await student.getByRole('button', { name: 'Add Comment' }).click()
  await expect(
    student.getByRole('listitem').filter({ hasText: 'The rabbit comes out of the hole.' }),
  ).toContainText('You')
  await expect(teacher.getByText('The rabbit comes out of the hole.')).toBeVisible()
  await student.getByRole('button', { name: 'Edit' }).click()
  await student.getByLabel('Edit your comment').fill('The rabbit goes round the tree.')
  await student.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(student.getByText('The rabbit goes round the tree.')).toBeVisible()
  await expect(student.getByRole('button', { name: 'Edit' })).toBeFocused()
  await expect(teacher.getByText('The rabbit goes round the tree.')).toBeVisible()
  await student.getByRole('button', { name: 'Delete' }).click()
  await student.getByRole('alertdialog').getByRole('button', { name: 'Delete comment' }).click()
  await expect(student.getByText('No comments for this course yet.')).toBeVisible()

  await student.getByRole('link', { name: 'Knots for Sailors' }).first().click()
  await student.getByRole('button', { name: 'Save Playlist' }).click()
  await expect(student.getByRole('button', { name: 'Saved' })).toBeVisible()
  await student.getByRole('button', { name: 'Profile menu' }).click()
  const id = await student.evaluate(() => JSON.parse(localStorage.getItem('currentUser') ?? '{}')._id)
  await student.goto(`/user-saved-playlist/${id}`)
  await student.getByRole('button', { name: 'Unsave Knots for Sailors' }).click()
  await expect(student.getByRole('heading', { name: 'No saved playlists yet.' })).toBeVisible()
})
