import { useRef, useState } from 'react'
import { Button, LinkButton } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import styles from './outline.module.css'
import { TitleEditor } from './title-editor.tsx'

/** Adds a section, or leads to where videos are added. */
export function OutlineFoot({ addAddress, onAdd }: { addAddress: string; onAdd: (title: string) => void }) {
  const [isAdding, setIsAdding] = useState(false)
  const addButton = useRef<HTMLButtonElement>(null)
  return (
    <>
      {isAdding && (
        <div className={styles.adding}>
          <TitleEditor
            label="Title of the new section"
            title=""
            onSave={onAdd}
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
        <LinkButton variant="ghost" size="sm" to={addAddress}>
          <Icon name="plus" />
          Add videos
        </LinkButton>
      </div>
    </>
  )
}
