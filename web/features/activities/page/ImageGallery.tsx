import { Box, Modal, Title, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import type { Attachment } from '#shared/contracts/files/files.schemas.ts'
import { pageText as text } from '#texts/activities.ts'
import styles from '#web/features/activities/Activities.module.css'
import { Columns } from '#web/ui/layout/Columns.tsx'

/** Thumbnails of the activity's images. The full image is loaded only when opened, to save data. */
export function ImageGallery({ images }: { images: Attachment[] }) {
  const [open, setOpen] = useState<number>()
  const large = open === undefined ? undefined : images[open]
  if (images.length === 0) return null
  return (
    <section aria-label={text.images}>
      <Title order={3} size="h5" mb="xs">
        {text.images}
      </Title>
      <Columns template="repeat(auto-fill, minmax(120px, 1fr))" gap={10} className={styles.gallery}>
        {images.map((image, index) => (
          <UnstyledButton
            key={image.id}
            aria-label={text.image({ index: index + 1 })}
            onClick={() => setOpen(index)}
          >
            <img src={`${image.url}?size=thumbnail`} alt="" loading="lazy" />
          </UnstyledButton>
        ))}
      </Columns>
      {large && open !== undefined && (
        <Modal opened onClose={() => setOpen(undefined)} size="xl" title={text.image({ index: open + 1 })}>
          <Box
            src={large.url}
            alt={large.name}
            component="img"
            display="block"
            maw="100%"
            mx="auto"
            bdrs={10}
            className={styles.large}
          />
        </Modal>
      )}
    </section>
  )
}
