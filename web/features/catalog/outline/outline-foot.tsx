import { useRef, useState } from 'react'
import { useDraftSubjects } from '#web/core/drafts/use-drafts.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { Button, LinkButton } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import type { Move, movesFrom } from './moves.ts'
import styles from './outline.module.css'
import { SECTION_TITLE, TitleEditor } from './title-editor.tsx'

interface OutlineFootProps {
  playlistId: string
  addAddress: string
  moves: ReturnType<typeof movesFrom>
  make: (move: Move) => void
}

/** Adds a section, or leads to where videos are added. */
export function OutlineFoot({ playlistId, addAddress, moves, make }: OutlineFootProps) {
  const [isAdding, setIsAdding] = useState(false)
  const isUnsaved = useDraftSubjects(SECTION_TITLE).includes(playlistId)
  const addButton = useRef<HTMLButtonElement>(null)
  return (
    <>
      {isAdding && (
        <div className={styles.adding}>
          <TitleEditor
            label="Title of the new section"
            title=""
            kind={SECTION_TITLE}
            subject={playlistId}
            onSave={(...added) => make(moves.add(...added))}
            onClose={(byKey) => {
              setIsAdding(false)
              if (byKey) addButton.current?.focus()
            }}
          />
        </div>
      )}
      <div className={styles.foot}>
        <Button ref={addButton} variant="ghost" size="sm" onClick={() => setIsAdding(true)}>
          <Icon name="section" />
          Add a section
        </Button>
        {isUnsaved && !isAdding && <Badge tone="draft">Unsaved</Badge>}
        <LinkButton variant="ghost" size="sm" to={addAddress}>
          <Icon name="plus" />
          Add videos
        </LinkButton>
      </div>
    </>
  )
}
