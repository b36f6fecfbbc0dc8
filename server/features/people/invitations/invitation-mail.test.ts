import { expect, test } from 'vitest'
import { invite, openSchool } from '#server/test-invitations.ts'
import { mailSettings, openMailServer, sendWaiting } from '#server/test-mail-server.ts'

async function openSite() {
  const server = await openMailServer()
  return { server, ...(await openSchool({ environment: mailSettings(server) })) }
}

test('an invitation is mailed with its own link, which is stored nowhere', async () => {
  const { server, testApp, admin, groupId } = await openSite()
  await testApp.db.updateTable('groups').set({ name: '<b>7b</b>' }).where('id', '=', groupId).execute()
  const [made] = await invite(admin, { kind: 'mail', emails: ['anna@school.example'], groups: [groupId] })
  await sendWaiting(testApp)
  const [mail] = server.received
  expect(mail).toMatchObject({ to: 'anna@school.example', subject: 'You are invited to Lectern' })
  const [, token = ''] = /https:\/\/lectern\.example\/join#invite=([\w.-]+)/.exec(mail?.text ?? '') ?? []
  expect(mail?.html).toContain(`/join#invite=${token}"`)
  expect(mail?.html).toContain('“&lt;b&gt;7b&lt;/b&gt;”')
  expect(made?.link).not.toContain(token)
  const [, signature = ''] = token.split('.')
  expect(signature).toHaveLength(22)
  const rows = await testApp.db.selectFrom('mails').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(signature)
  const read = await testApp.request('POST', '/api/invitations/read', { invitation: token })
  expect(read.json()).toMatchObject({ email: 'anna@school.example' })
  const [listed] = (await admin.request('GET', '/api/invitations')).json().invitations
  expect(listed.mail).toBe('sent')
})

test('a mail that the server rejects shows in the list', async () => {
  const { server, testApp, admin } = await openSite()
  server.refuse(() => ({ code: 550, message: 'No such user' }))
  await invite(admin, { kind: 'mail', emails: ['gone@school.example'] })
  await sendWaiting(testApp)
  const [listed] = (await admin.request('GET', '/api/invitations')).json().invitations
  expect(listed.mail).toBe('rejected')
  const { mail_rejections } = await testApp.db
    .selectFrom('users')
    .select('mail_rejections')
    .where('id', '=', admin.id)
    .executeTakeFirstOrThrow()
  expect(mail_rejections).toBe(0)
})

test('an invitation that was withdrawn before its mail was sent is not mailed', async () => {
  const { server, testApp, admin } = await openSite()
  const [made] = await invite(admin, { kind: 'mail', emails: ['anna@school.example'] })
  await admin.request('DELETE', `/api/invitations/${made?._id}`)
  await sendWaiting(testApp)
  expect(server.received).toEqual([])
})
