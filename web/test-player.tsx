import { act, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { vi } from 'vitest'
import type { PlayerSettings } from '#contract/video/player.ts'
import { PLAYER_DEFAULTS } from '#contract/video/player-defaults.ts'
import { Player } from '#web/features/video/player/player.tsx'
import type { PlayerProps } from '#web/features/video/player/player-props.ts'
import { YOUTUBE_ORIGIN } from '#web/features/video/player/youtube-engine.ts'
import { aCourse } from './test-content.ts'
import { aUser, renderAt, testContext } from './test-context.tsx'

type OwnProps = Partial<Omit<PlayerProps, 'settings' | 'onSettings'>> & { settings?: Partial<PlayerSettings> }

const nothing = () => undefined

/** Renders a player whose settings are kept, and gives what they are now. */
export function showPlayer({ settings: first, ...own }: OwnProps = {}): { settings: () => PlayerSettings } {
  let current: PlayerSettings = { ...PLAYER_DEFAULTS, ...first }
  function Shown() {
    const [settings, setSettings] = useState(current)
    current = settings
    return (
      <Player
        course={aCourse({ durationSeconds: 600 })}
        video={{ source: 'youtube', key: 'aircAruvnKk' }}
        category="Knots"
        settings={settings}
        onSettings={(change) => setSettings((before) => ({ ...before, ...change }))}
        start={{ at: 0, label: 'Play' }}
        next={undefined}
        onReport={nothing}
        onFault={nothing}
        {...own}
      />
    )
  }
  renderAt([{ path: '/', Component: Shown }], '/', testContext({ user: aUser() }))
  return { settings: () => current }
}

/** Presses this button of the poster, and stands in for the player of YouTube. */
export function startHost(name: RegExp = /^Play video/) {
  fireEvent.click(screen.getByRole('button', { name }))
  const frame = document.querySelector('iframe')
  if (!frame?.contentWindow) throw new Error('There is no frame.')
  const { contentWindow: source } = frame
  const commands: [name: string, ...args: unknown[]][] = []
  vi.spyOn(source, 'postMessage').mockImplementation((message: unknown) => {
    const { func, args = [] } = JSON.parse(String(message))
    if (func !== undefined) commands.push([func, ...args])
  })
  const say = (message: object) =>
    act(() => {
      dispatchEvent(
        new MessageEvent('message', { origin: YOUTUBE_ORIGIN, source, data: JSON.stringify(message) }),
      )
    })
  fireEvent.load(frame)
  return {
    /** What the page has asked for since the last call, of these kinds. */
    asked: (...names: string[]) => commands.splice(0).filter(([func]) => names.includes(func)),
    /** The host says what it does. */
    tell: (info: object) => say({ event: 'infoDelivery', info }),
    playAt: (currentTime: number) =>
      say({ event: 'infoDelivery', info: { currentTime, playerState: 1, duration: 600 } }),
  }
}

/** A key of the keyboard, anywhere on the page. */
export function pressKey(code: string, own: KeyboardEventInit = {}): void {
  fireEvent.keyDown(document.body, { code, ...own })
}
