/** The editor of captions in a test, with a player that only remembers where it is. */
import { useQuery } from '@tanstack/react-query'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useRef } from 'react'
import { vi } from 'vitest'
import type { Captions, Cue } from '#contract/captions/captions.ts'
import { readVtt, writeVtt } from '#contract/captions/captions-file.ts'
import { useCall } from '#web/core/app-context.tsx'
import { type CaptionsToEdit, captionsToEdit } from '#web/features/captions/editing.queries.ts'
import { CueEditor } from '#web/features/captions/editor/cue-editor.tsx'
import { useCueEditing } from '#web/features/captions/editor/use-cue-editing.ts'
import type { PlayerControl } from '#web/features/video/player/use-playback.ts'
import { aUser, errorReply, renderAt, testContext } from './test-context.tsx'

export const CUES: Cue[] = [
  { start: 1, end: 4, text: 'f: A --> B is a function' },
  { start: 5, end: 6, text: 'a List<String> & more' },
  { start: 7, end: 8, text: 'NOTE a --> b' },
]
const CAPTIONS: Captions = {
  _id: 'e'.repeat(24),
  language: 'en',
  label: 'English',
  origin: 'upload',
  cuesCount: 3,
  createdAt: '2026-11-26T10:00:00.000Z',
  updatedAt: '2026-11-26T10:00:00.000Z',
}

/** A server with captions. */
export function captionsServer(cues = CUES) {
  const stored = { captions: CAPTIONS, vtt: writeVtt(cues) }
  return {
    cues: () => readVtt(stored.vtt),
    /** Saves other cues, as somebody else does. */
    save(changed: readonly Cue[]): void {
      const updatedAt = new Date(Date.parse(stored.captions.updatedAt) + 1000).toISOString()
      Object.assign(stored, { captions: { ...stored.captions, updatedAt }, vtt: writeVtt(changed) })
    },
    stored,
  }
}

type CaptionsServer = ReturnType<typeof captionsServer>

function contextOf(server: CaptionsServer) {
  const { stored } = server
  return testContext({
    user: aUser(),
    answers: {
      'captions.list': () => ({ captions: [stored.captions] }),
      'captions.file': () => new Response(stored.vtt, { headers: { 'content-type': 'text/vtt' } }),
      'captions.save': async ({ init: { body } }) => {
        const [file, updatedAt] = body instanceof FormData ? [body.get('file'), body.get('updatedAt')] : []
        if (updatedAt !== stored.captions.updatedAt)
          return errorReply(409, { code: 'conflict', message: 'Somebody else has saved this meanwhile.' })
        server.save(readVtt(file instanceof File ? await file.text() : ''))
        return { success: true, message: 'Captions saved.', captions: stored.captions, firstCues: [] }
      },
    },
  })
}

/** A player that only remembers where it is. */
function fakePlayer() {
  const player = { at: 0, isPlaying: false }
  const control: PlayerControl = {
    play: () => undefined,
    pause: () => {
      player.isPlaying = false
    },
    seek: () => undefined,
    playFrom: (seconds) => Object.assign(player, { at: seconds, isPlaying: true }),
    position: () => player.at,
    isPlaying: () => player.isPlaying,
  }
  return { player, control }
}

/** Opens the editor and waits for its cues. */
export async function openEditor({ cues = CUES, server = captionsServer(cues) } = {}) {
  const { player, control: fakeControl } = fakePlayer()
  const onSaved = vi.fn<() => void>()
  function Editor({ toEdit }: { toEdit: CaptionsToEdit }) {
    const cueEditing = useCueEditing('c', toEdit, { title: 'Closures', address: '/captions' })
    const control = useRef(fakeControl)
    const course = { _id: 'c', videoTitle: 'Closures' }
    return (
      <CueEditor {...{ course, cueEditing, control, onSaved }} captions={toEdit.captions} player={null} />
    )
  }
  function Loaded() {
    const { data } = useQuery(captionsToEdit(useCall(), 'me', { courseId: 'c', language: 'en' }))
    return data ? <Editor toEdit={data} /> : null
  }
  const rendered = renderAt([{ path: '*', element: <Loaded /> }], '/', contextOf(server))
  await screen.findByRole('grid', { name: 'Cues' })
  const rows = () => screen.getAllByRole('row').slice(1)
  const pressSave = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))
  return {
    player,
    rows,
    /** The row that the keys act on. */
    current: () => screen.getByRole('row', { selected: true }),
    /** Puts the focus on a row as a press on its number does. */
    choose: (index: number) => userEvent.click(within(rows()[index] ?? document.body).getByRole('rowheader')),
    pressSave,
    async save(): Promise<Cue[]> {
      await pressSave()
      await vi.waitFor(() => {
        if (onSaved.mock.calls.length === 0) throw new Error('Not saved yet')
      })
      return server.cues()
    },
    leave: rendered.unmount,
  }
}

export const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
export const said = () =>
  screen
    .getAllByRole('status')
    .map(({ textContent }) => textContent)
    .join('')
export const press = (keys: string) => userEvent.keyboard(keys)
