import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { AuditEntry } from '#contract/review/audit.ts'
import { aPlaylist } from '#web/test-content.ts'
import { aUser, renderAt, testContext } from '#web/test-context.tsx'
import { Component as AdminAudit } from './admin-audit.tsx'

const TRASH_ID = 'd'.repeat(24)

function anEntry(own: Partial<AuditEntry>): AuditEntry {
  return {
    _id: 'e'.repeat(24),
    at: '2026-11-24T10:00:00.000Z',
    user: { _id: 'a'.repeat(24), username: 'Iris' },
    action: 'playlist.deleted',
    subject: 'b'.repeat(24),
    subjectTitle: 'Closures',
    detail: {},
    network: '127.0.0.0',
    ...own,
  }
}

test('an admin restores what was deleted from its entry, as long as it is in the trash', async () => {
  let entries = [anEntry({ trashId: TRASH_ID }), anEntry({ _id: 'f'.repeat(24), subjectTitle: 'Knots' })]
  const restored: (string | undefined)[] = []
  const context = testContext({
    user: aUser({ isAdmin: true }),
    answers: {
      'review.audit': () => ({ entries, total: 2, nextCursor: null }),
      'trash.restore': ({ params }) => {
        restored.push(params.trashId)
        entries = entries.map(({ trashId: _, ...entry }) => entry)
        return { success: true as const, message: 'Restored.', data: aPlaylist({}) }
      },
    },
  })
  renderAt([{ path: '/', Component: AdminAudit }], '/', context)
  await userEvent.click(await screen.findByRole('button', { name: 'Restore Closures' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Restore/ })).toBeNull())
  expect(restored).toEqual([TRASH_ID])
})
