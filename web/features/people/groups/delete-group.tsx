import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Group } from '#contract/people/groups.ts'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { Button } from '#web/ui/navigation/button.tsx'
import { Confirm } from '#web/ui/overlay/confirm.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import boxStyles from './group.module.css'
import { GROUP_LISTS, useDeleteGroup } from './groups.queries.ts'
import { deletionText } from './words.ts'

/** Says what a deletion takes away, and asks before it. */
export function DeleteGroup({ group }: { group: Group }) {
  const id = useId()
  const [isAsking, setAsking] = useState(false)
  const remove = useDeleteGroup(group)
  const cache = useQueryClient()
  const navigate = useNavigate()
  const text = deletionText(group)

  /** The group is not read again, because its screen would be 'Page Not Found'. */
  async function leave(message: string): Promise<void> {
    notify.success(message, { timeout: SCREEN_TOAST_MS })
    await navigate('/admin/groups', { replace: true })
    await cache.invalidateQueries({ queryKey: GROUP_LISTS })
  }

  return (
    <section className={boxStyles.box} aria-labelledby={id}>
      <h2 id={id}>Delete group</h2>
      <p>{text}</p>
      <Button size="sm" block onClick={() => setAsking(true)}>
        <Icon name="trash" />
        Delete group…
      </Button>
      {isAsking && (
        <Confirm
          onClose={() => setAsking(false)}
          title={
            <>
              Delete <bdi>{group.name}</bdi>?
            </>
          }
          text={text}
          cancel="Cancel"
          action="Delete group"
          busy={remove.isPending && 'Deleting...'}
          onConfirm={() =>
            remove.mutate(undefined, {
              onSaved: ({ message }) => void leave(message),
              onError: () => setAsking(false),
            })
          }
        />
      )}
    </section>
  )
}
