import { screen, waitFor } from '@testing-library/react'
import { useRef } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderAt, testContext } from '#web/test-context.tsx'
import { useHashFocus } from './use-hash-focus.ts'

// jsdom draws nothing, so a frame is a timer.
beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', (run: FrameRequestCallback) => setTimeout(run))
  vi.stubGlobal('cancelAnimationFrame', clearTimeout)
})

function Box({ id }: { id: string }) {
  const box = useRef<HTMLElement>(null)
  useHashFocus(id, box)
  return (
    <section ref={box}>
      <p>What waits</p>
      <button type="button">First of {id}</button>
      <button type="button">Second of {id}</button>
    </section>
  )
}

const open = (hash: string) =>
  renderAt(
    [
      {
        path: '/',
        element: (
          <>
            <Box id="notes" />
            <Box id="replace" />
          </>
        ),
      },
    ],
    `/${hash}`,
    testContext(),
  )

test.each(['notes', 'replace'])('the address #%s focuses the first button of that part', async (id) => {
  open(`#${id}`)
  const button = await screen.findByRole('button', { name: `First of ${id}` })
  await waitFor(() => expect(document.activeElement).toBe(button))
})
