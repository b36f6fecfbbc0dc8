/** A class joins: from a CSV file without mail, and by one link for people who have an account. */
import { readFile } from 'node:fs/promises'
import { logIn } from './account-forms.ts'
import { expect, logInAs, test, unique } from './accounts.ts'
import { violationsIn } from './axe.ts'
import { HEIGHT, loseNothing } from './screen-checks.ts'

const PASSWORD = 'plum tree 44'

test('an admin invites people of a file and makes a link, and both bring people into the class', async ({
  page,
  prepare,
  browser,
}) => {
  const group = `Class ${unique()}`
  const email = `nora-${unique()}@school.example`
  const [admin, leo] = [await prepare.admin(), await prepare.member('Student')]
  await logInAs(page, admin)
  const links =
    await test.step('the admin sees what is wrong with the file and invites the others', async () => {
      await page.goto('/admin/people')
      await page.getByRole('link', { name: 'Invite people' }).press('Enter')
      await page.getByRole('link', { name: 'From a list' }).press('Enter')
      const lines = ['name;email;role;groups', `Nora Klein;${email};;${group}`, 'Ivy Chen;ivy@;Student;']
      await page.getByLabel('CSV file').setInputFiles({
        name: 'class.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(lines.join('\n')),
      })
      await expect(page.getByText('Line 3: "ivy@" is not an email address.')).toBeVisible()
      await expect(page.getByText(`Line 2: there is no group "${group}".`)).toBeVisible()
      await page.getByLabel(`Create the missing group “${group}”`).press('Space')
      await expect(page.getByRole('button', { name: 'Invite 1 person' })).toBeVisible()
      const downloading = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Download the links' }).press('Enter')
      await expect(page.getByText('1 person is invited or added.')).toBeVisible()
      return readFile(await (await downloading).path(), 'utf8')
    })
  const [, address = ''] = /(\/join#invite=[\w.-]+)/.exec(links) ?? []
  const other = await (await browser.newContext({ baseURL: new URL(page.url()).origin })).newPage()
  await test.step('a visitor registers with the link, in a form that is filled in', async () => {
    await other.goto(address)
    await expect(other.getByText(`You join ${group} as Student.`)).toBeVisible()
    for (const width of [390, 1440]) {
      await other.setViewportSize({ width, height: HEIGHT })
      expect(await violationsIn(other, undefined)).toEqual([])
      await loseNothing(other, `an invitation at ${width} px`)
    }
    await other.getByRole('link', { name: 'Create your account' }).click()
    await expect(other.getByLabel('Name')).toHaveValue('Nora Klein')
    await expect(other.getByLabel('Email')).toHaveValue(email)
    await other.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await other.getByLabel('Confirm password').fill(PASSWORD)
    await other.getByRole('button', { name: 'Register' }).click()
    await other.getByRole('alertdialog').getByRole('button', { name: 'Login' }).click()
    await expect(other).toHaveURL(/\/login$/)
    await logIn(other, { email, password: PASSWORD })
    await other.goto('/account/groups')
    await expect(other.getByRole('link', { name: group })).toBeVisible()
    await other.goto(address)
    await expect(other.getByRole('heading', { name: 'This invitation has been used.' })).toBeVisible()
  })
  await test.step('somebody with an account joins by the link of the class with one press', async () => {
    await page.goto('/admin/people/invite?way=link')
    await page.getByRole('combobox', { name: 'Add a group' }).fill(group)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('list', { name: 'Chosen groups' })).toContainText(group)
    await page.getByRole('button', { name: 'Create the link' }).click()
    const link = await page.getByLabel(/^The link is ready/).inputValue()
    await logInAs(other, leo)
    await other.goto(link)
    await other.getByRole('button', { name: `Join ${group}` }).press('Enter')
    await expect(other.getByText(`You are in ${group}.`)).toBeVisible()
    await page.goto('/admin/people?tab=invitations')
    await expect(page.getByRole('listitem').filter({ hasText: `Link to ${group}` })).toContainText(
      '1 of 30 uses',
    )
  })
  await other.context().close()
})
