import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { GridChangeSent } from '#contract/catalog/outline.ts'
import { fieldErrors } from '#web/core/api-error.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useWrite } from '#web/core/use-write.ts'
import { cellKey, type Field, inCalls } from './cells.ts'

/** Saves changed texts and sections of some courses, all or none. */
export function useSaveGrid(playlistId: string) {
  const call = useCall()
  const cache = useQueryClient()
  return useWrite({
    meta: { form: true },
    // A title that is changed while another one is saved waits for its turn.
    scope: { id: `grid ${playlistId}` },
    mutationFn: (changes: GridChangeSent[]) =>
      call('outline.grid', { params: { playlistId }, body: { changes } }),
    onSettled: () => cache.invalidateQueries(),
  })
}

/** The same in as many calls as it takes; the first that fails ends it. */
export function useSaveCells(playlistId: string) {
  const call = useCall()
  const cache = useQueryClient()
  const [isPending, setIsPending] = useState(false)
  const [failure, setFailure] = useState<string>()

  /** Returns the sentences of the rejected cells, nothing when the part is saved. */
  async function sendPart(changes: GridChangeSent[]): Promise<Map<string, string> | undefined> {
    try {
      await call('outline.grid', { params: { playlistId }, body: { changes } })
      return undefined
    } catch (error) {
      setFailure(error instanceof Error ? error.message : undefined)
      return errorsOf(changes, fieldErrors(error))
    }
  }

  async function send(changes: GridChangeSent[]) {
    setIsPending(true)
    setFailure(undefined)
    const saved = new Set<string>()
    let errors: Map<string, string> | undefined
    for (const part of inCalls(changes)) {
      errors = await sendPart(part)
      if (errors) break
      for (const { _id } of part) saved.add(_id)
    }
    await cache.invalidateQueries()
    setIsPending(false)
    return { saved, errors: errors ?? new Map<string, string>() }
  }
  return { send, isPending, failure }
}

const COLUMNS: Readonly<Record<string, Field>> = { description: 'description', sectionId: 'section' }

/** The server names a cell by its row: `changes.3.sectionId`. */
function errorsOf(
  changes: readonly GridChangeSent[],
  errors: Record<string, string> = {},
): Map<string, string> {
  const cells = Object.entries(errors).flatMap(([path, text]): [string, string][] => {
    const [, row, field] = path.split('.')
    const change = changes[Number(row)]
    if (change === undefined) return []
    return [[cellKey(change._id, COLUMNS[field ?? ''] ?? 'title'), text]]
  })
  return new Map(cells)
}
