/** What is typed survives a change of the tab, leaving the page and a reload in every place where a user types. */
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRef } from 'react'
import { expect, test, vi } from 'vitest'
import { readDrafts } from '#web/core/drafts/draft-database.ts'
import { draftsStatus, openDrafts } from '#web/core/drafts/drafts.ts'
import { RegisterForm } from '#web/features/account/auth/register-form.tsx'
import { SetupForm } from '#web/features/account/auth/setup-form.tsx'
import { AddCategory } from '#web/features/catalog/categories/category-form.tsx'
import { CategoryList } from '#web/features/catalog/categories/category-list.tsx'
import { COURSE_TITLE, TitleEditor } from '#web/features/catalog/outline/title-editor.tsx'
import { StatusForm } from '#web/features/review/approval/status-form.tsx'
import { SubmissionFields, useSubmissionChoice } from '#web/features/review/submission/submission-choice.tsx'
import { Component as Contact } from '#web/screens/public/contact.tsx'
import {
  ALWAYS_OPEN,
  CLOSED_BY_ESCAPE,
  NAME_OF_A_PASSKEY,
  openWriting,
  TEXT,
  USER,
  type Writing,
} from '#web/test-writing.tsx'

const nothing = () => undefined
const category = {
  _id: '1'.repeat(24),
  title: 'music',
  createdAt: '2026-04-01T10:00:00.000Z',
  playlistsCount: 0,
}

function Submission() {
  return <SubmissionFields videos={[]} {...useSubmissionChoice('2'.repeat(24), [])} />
}

/** Places whose text is sent by a button alone. */
const OTHER: Omit<Writing, 'sends'>[] = [
  { what: 'a message to the operator', form: () => <Contact />, field: 'Message' },
  {
    what: 'an account',
    form: () => (
      <RegisterForm invited={undefined} policies={undefined} initialRole={undefined} onRegistered={nothing} />
    ),
    field: /^Name/,
  },
  { what: 'the first admin', form: () => <SetupForm onDone={nothing} />, field: 'Your name' },
  { what: 'a category', form: () => <AddCategory />, field: 'New category' },
  {
    what: 'a changed category',
    form: () => <CategoryList categories={[category]} heading={createRef()} />,
    field: 'Title',
    opener: 'Edit music',
  },
  {
    what: 'a title in the outline',
    form: () => (
      <TitleEditor
        label="Video title"
        title=""
        kind={COURSE_TITLE}
        subject="1"
        onSave={nothing}
        onClose={nothing}
      />
    ),
    field: 'Video title',
  },
  {
    what: 'the reason of a rejection',
    form: () => (
      <StatusForm
        subject="1"
        status="cancel"
        waiting={undefined}
        busy={false}
        rejection={undefined}
        onReload={nothing}
        onUpdate={nothing}
      />
    ),
    field: /^Reason/,
  },
  { what: 'a message to the reviewer', form: () => <Submission />, field: /^Message to the reviewer/ },
]

/** Forgets what is in memory, as a reload does, and reads the database again with the next form. */
async function reload(): Promise<void> {
  cleanup()
  openDrafts('nobody')
  await waitFor(() => expect(draftsStatus()).toMatchObject({ user: 'nobody', isRead: true }))
}

test.each([...CLOSED_BY_ESCAPE, NAME_OF_A_PASSKEY, ...ALWAYS_OPEN, ...OTHER])('$what', async (place) => {
  const writing = { sends: '', ...place }
  await userEvent.type(await openWriting(writing), TEXT)

  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  document.dispatchEvent(new Event('visibilitychange'))
  hidden.mockRestore()
  await waitFor(async () => expect(JSON.stringify(await readDrafts(USER._id))).toContain(TEXT))

  cleanup()
  await expectBack(writing)

  await reload()
  await expectBack(writing)
  expect(screen.getByText(/^Your draft from \d\d:\d\d is back\.$/)).toBeTruthy()
})

/** A draft opens the form of a text that is changed in its place. */
async function expectBack(writing: Writing): Promise<void> {
  await openWriting({ ...writing, opener: undefined })
  const field = () => screen.getByRole('textbox', { name: writing.field })
  await waitFor(() => expect(field()).toHaveProperty('value', expect.stringContaining(TEXT)))
}
