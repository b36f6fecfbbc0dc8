/** A school makes its site private, invites a class from a file and shows it a playlist, with a real mail server. */
import { logIn, type NewAccount, pictureFile, register, toast } from './account-forms.ts'
import { apiClient } from './api-client.ts'
import { type Inbox, test } from './inbox.ts'
import { expect } from './site.ts'

const TEACHER = {
  name: 'Marta Lindqvist',
  email: 'marta@school.example',
  password: 'chalk-and-cheese-7',
  role: 'Teacher',
} as const
const ANNA = { email: 'anna@school.example', password: 'blue-notebook-41' }
const TITLE = 'Acids and Bases'

/** The text of the newest mail to Anna. */
const newestMail = ({ mails }: Inbox) => mails.findLast(({ to }) => to === ANNA.email)?.text ?? ''

const CSV = [
  'name,email,role,groups',
  'Anna Schmidt,anna@school.example,Student,Class 7b',
  'Ben Roth,ben@,Student,Class 7b',
  'Cem Kaya,cem@school.example,Captain,Class 7b',
].join('\n')

test('a class is invited from a file, sees the playlist of its group, and loses it with the group', async ({
  page: admin,
  newPerson,
  app,
  inbox,
  allowConsole,
}) => {
  test.setTimeout(240_000)
  allowConsole(/status of 40[14]/)
  const teacher = await newPerson()
  await register(teacher, TEACHER)

  // Settings: only members visit, only people with an invitation register.
  await logIn(admin, app.admin)
  await admin.goto('/admin/settings')
  await admin.getByRole('radio', { name: /^Members only/ }).check()
  await admin.getByRole('radio', { name: /^People with an invitation/ }).check()
  await admin.getByRole('form', { name: 'People' }).getByRole('button', { name: 'Save' }).click()
  const confirm = admin.getByRole('dialog')
  await confirm.getByLabel('Your password').fill(app.admin.password)
  await confirm.getByRole('button', { name: 'Save' }).click()
  await expect(confirm).toBeHidden()
  const anna = await newPerson()
  await anna.goto('/courses')
  await expect(anna).toHaveURL(/\/login/)
  await anna.goto('/register')
  await expect(anna.getByRole('heading', { name: 'Registration needs an invitation' })).toBeVisible()

  // A file with two bad lines: the rest is invited by mail, into a group that it names.
  await admin.goto('/admin/people/invite?way=list')
  await admin
    .getByLabel('CSV file')
    .setInputFiles({ name: 'class.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) })
  await expect(admin.getByText('Line 3: "ben@" is not an email address.')).toBeVisible()
  await expect(admin.getByText('Line 4: role must be Student, Teacher or Other.')).toBeVisible()
  await admin.getByLabel('Create the missing group “Class 7b”').check()
  await admin.getByRole('button', { name: 'Invite 1 person' }).click()
  await expect(admin.getByRole('link', { name: 'See the invitations' })).toBeVisible()
  await expect.poll(() => newestMail(inbox)).toContain('/join#invite=')

  // Registration by the mailed link, with a prefilled form.
  const link = /https?:\/\/[^\s/]+(\/join#invite=\S+)/.exec(newestMail(inbox))?.[1] ?? ''
  await anna.goto(link)
  await anna.getByRole('link', { name: 'Create your account' }).click()
  await expect(anna.getByLabel('Email')).toHaveValue(ANNA.email)
  await expect(anna.getByLabel('Name')).toHaveValue('Anna Schmidt')
  await anna.getByLabel('Password', { exact: true }).fill(ANNA.password)
  await anna.getByLabel('Confirm password').fill(ANNA.password)
  await anna
    .getByLabel('Profile picture')
    .setInputFiles(await pictureFile('me.jpg', '#2a56c6', { width: 400, height: 500 }))
  await anna.getByRole('button', { name: 'Register' }).click()
  await anna.getByRole('alertdialog').getByRole('button', { name: 'Login' }).click()
  await logIn(anna, ANNA)

  // A teacher of the group publishes for it.
  await admin.goto('/admin/groups')
  await admin.getByRole('link', { name: 'Class 7b' }).click()
  await admin.getByRole('search', { name: 'People to add' }).getByRole('searchbox').fill('marta')
  await admin.getByRole('button', { name: `Add ${TEACHER.name}` }).click()
  await logIn(teacher, TEACHER)
  await addPlaylist(teacher)
  await approveAll(app)

  // The group sees it, a visitor finds no trace.
  await anna.goto('/courses')
  await anna.getByRole('link', { name: `View Playlist: ${TITLE}` }).click()
  await expect(anna.getByRole('heading', { name: TITLE, level: 1 })).toBeVisible()
  const address = anna.url()

  // Without the group it is gone, with the same sentence as for what does not exist.
  await admin.goto('/admin/groups')
  await admin.getByRole('link', { name: 'Class 7b' }).click()
  await admin.getByRole('button', { name: 'Remove Anna Schmidt' }).click()
  await expect(admin.getByRole('button', { name: 'Remove Anna Schmidt' })).toBeHidden()
  await anna.goto(address)
  await expect(anna.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  await anna.goto('/courses')
  await expect(anna.getByRole('link', { name: `View Playlist: ${TITLE}` })).toBeHidden()
})

/** Adds a playlist for the group through the form. */
async function addPlaylist(teacher: Parameters<typeof logIn>[0]): Promise<void> {
  await teacher.goto('/teacher-dashboard/add-playlist')
  await teacher.getByLabel('Title').fill(TITLE)
  await teacher.getByLabel('Description').fill('Nine short films for the lab.')
  await teacher.getByLabel('Category').selectOption({ label: 'science' })
  await teacher.getByLabel(/image/i).setInputFiles(await pictureFile('acids.jpg', '#0b7a74'))
  await teacher.getByRole('radio', { name: /^Groups/ }).check()
  await teacher.getByRole('combobox', { name: 'Add one of your groups' }).fill('class')
  await teacher.keyboard.press('Enter')
  await expect(teacher.getByRole('list', { name: 'Chosen groups' })).toContainText('Class 7b')
  const reach = teacher.getByRole('region', { name: 'Who this reaches' })
  await expect(reach).toContainText('People2')
  await teacher.getByRole('button', { name: 'Add Playlist' }).click()
  await expect(toast(teacher, 'Course added successfully and is pending admin approval')).toBeVisible()
  await expect(teacher).toHaveURL(/\/build\//)
}

/** The desk has tests of its own. */
async function approveAll({ url, admin }: { url: string; admin: Pick<NewAccount, 'email' | 'password'> }) {
  const login = await apiClient(url)('auth.login', { body: admin })
  if (!('token' in login)) throw new Error('The admin needs a second step.')
  const call = apiClient(url, login.token)
  const { playlists } = await call('playlists.list', { query: { status: 'pending' } })
  for (const { _id } of playlists)
    await call('approval.playlist', { params: { playlistId: _id }, body: { isPlaylistApproved: 'approved' } })
}
