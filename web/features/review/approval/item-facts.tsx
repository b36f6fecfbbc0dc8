import { type ReactNode, useId } from 'react'
import type { UserRef } from '#contract/account/user-fields.ts'
import type { ImageRef } from '#contract/media/media.ts'
import { Avatar } from '#web/features/media/avatar.tsx'
import { Picture } from '#web/features/media/picture.tsx'
import { Card } from '#web/ui/layout/panel.tsx'
import { Details } from '#web/ui/overlay/details.tsx'
import { Thumb } from '#web/ui/picture/thumb.tsx'
import { CategoryLabel } from '#web/ui/text/category-label.tsx'
import { RichText } from '#web/ui/text/rich-text.tsx'
import styles from './item-facts.module.css'

export interface ItemFactsProps {
  image: ImageRef
  category?: string
  seed: string
  title: string
  description: string
  details: { term: string; description: ReactNode }[]
}

/** The facts about a playlist or course that an admin needs to set its status. */
export function ItemFacts({ image, category, seed, title, description, details }: ItemFactsProps) {
  const heading = useId()
  return (
    <Card aria-labelledby={heading}>
      <Thumb radius="lg">
        <Picture
          image={image}
          sizes="(min-width: 1200px) 640px, 100vw"
          priority
          fallback={{ category: category ?? '', seed }}
        />
      </Thumb>
      <div className={styles.words}>
        {category !== undefined && <CategoryLabel category={category} />}
        <h1 id={heading} dir="auto">
          {title}
        </h1>
        <div className={styles.description} dir="auto">
          <RichText>{description}</RichText>
        </div>
      </div>
      <Details items={details} />
    </Card>
  )
}

export function Creator({ teacher }: { teacher: UserRef }) {
  return (
    <span className={styles.by}>
      <Avatar user={teacher} size={26} />
      <bdi>{teacher.username}</bdi>
    </span>
  )
}
