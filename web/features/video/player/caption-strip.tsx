import type { PlayerSettings } from '#contract/video/player.ts'
import { classNames } from '#web/ui/class-names.ts'
import styles from './caption-strip.module.css'
import type { OwnCaptions } from './own-captions.ts'
import { textAt } from './own-captions.ts'
import player from './player.module.css'

interface CaptionStripProps {
  captions: OwnCaptions
  at: number
  settings: Pick<PlayerSettings, 'captionsSize' | 'captionsGround'>
  /** Over the picture, which hosts do not allow. */
  isOver: boolean
}

/** The captions below the picture, or over it. The strip keeps its height without a text. */
export function CaptionStrip({ captions, at, settings, isOver }: CaptionStripProps) {
  const text = textAt(captions.cues ?? [], at)
  return (
    <div
      className={isOver ? styles.over : classNames(player.strip, styles.strip)}
      data-size={settings.captionsSize}
      data-ground={settings.captionsGround}
    >
      <p lang={captions.shown?.language} dir="auto" hidden={isOver && text === ''}>
        {text}
      </p>
    </div>
  )
}
