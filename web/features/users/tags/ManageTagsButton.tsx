import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { tagText as text } from '#texts/tags.ts'
import { createLazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx'

const ManageTagsDialog = createLazyOverlay(
  async () => (await import('./ManageTagsDialog.tsx')).ManageTagsDialog,
)

/** Button that opens the tags of the user's club, country or headquarters, where they can be renamed and removed. */
export function ManageTagsButton() {
  const [isOpen, dialog] = useDisclosure()
  return (
    <>
      <Button variant="subtle" size="compact-sm" w="fit-content" ml={-8} onClick={dialog.open}>
        {text.manage}
      </Button>
      {isOpen && <ManageTagsDialog onClose={dialog.close} />}
    </>
  )
}
