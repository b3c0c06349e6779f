import { Badge, Button } from '@mantine/core'
import '@mantine/core/styles/Badge.css'
import { useDisclosure } from '@mantine/hooks'
import { IconFilter } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { filterText as text } from '#texts/lists.ts'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import { focusElementAfterDialogCloses } from '#web/lib/document/focus-element-after-dialog-closes.ts'
import { LazyPopover } from '#web/ui/overlay/LazyMenu.tsx'
import { createLazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx'
import { ScrollablePopoverContent } from '#web/ui/overlay/ScrollablePopoverContent.tsx'

interface Props {
  /** Number of active filters, shown on the filter button. */
  active: number
  /** Number of rows that match the current filters, formatted for display. */
  found?: string
  onClear: () => void
  children: ReactNode
}

const FilterSheet = createLazyOverlay(async () => (await import('./FilterSheet.tsx')).FilterSheet)

/** Filters of a list on phones, in a panel at the bottom of the screen. */
function FilterSheetButton({ active, found, onClear, children }: Props) {
  const [isOpen, sheet] = useDisclosure()
  const id = useId()
  return (
    <>
      <Button
        id={id}
        variant="default"
        leftSection={<IconFilter size={18} aria-hidden />}
        rightSection={active > 0 && <Badge circle>{active}</Badge>}
        onPointerEnter={FilterSheet.preload}
        onFocus={FilterSheet.preload}
        onClick={sheet.open}
      >
        {text.filter}
      </Button>
      <FilterSheet
        title={text.filter}
        found={found}
        isOpen={isOpen}
        onClear={onClear}
        onClose={() => {
          sheet.close()
          focusElementAfterDialogCloses(id)
        }}
      >
        {children}
      </FilterSheet>
    </>
  )
}

/** Button that opens a list's filters: a popover on desktops, a bottom sheet on phones. */
export function FilterButton(props: Props) {
  if (useIsPhone()) return <FilterSheetButton {...props} />
  return (
    <LazyPopover
      label={text.filter}
      width={330}
      button={
        <Button
          variant="default"
          leftSection={<IconFilter size={18} aria-hidden />}
          rightSection={props.active > 0 && <Badge circle>{props.active}</Badge>}
        >
          {text.filter}
        </Button>
      }
    >
      {() => <ScrollablePopoverContent gap="sm">{props.children}</ScrollablePopoverContent>}
    </LazyPopover>
  )
}
