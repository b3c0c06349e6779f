import { Badge, Button, Stack } from '@mantine/core'
import '@mantine/core/styles/Badge.css'
import { useDisclosure } from '@mantine/hooks'
import { IconFilter } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { focusLater } from '#web/lib/focus.ts'
import { usePhone } from '#web/lib/phone.ts'
import { usePart } from '#web/lib/use-part.ts'
import { LatePopover } from './Late.tsx'

const text = { filter: 'Tapis' }

interface Props {
  /** How many filters are set. */
  active: number
  /** How many the filters find, as they stand. */
  found?: string
  onClear: () => void
  children: ReactNode
}

/** On a phone, in a sheet that is fetched when somebody reaches for it. */
function SheetButton({ active, found, onClear, children }: Props) {
  const [isOpen, sheet] = useDisclosure()
  const { part: Sheet, load, need } = usePart(async () => (await import('./FilterSheet.tsx')).FilterSheet)
  const id = useId()
  return (
    <>
      <Button
        id={id}
        variant="default"
        leftSection={<IconFilter size={18} aria-hidden />}
        rightSection={active > 0 && <Badge circle>{active}</Badge>}
        aria-busy={(isOpen && !Sheet) || undefined}
        onPointerEnter={load}
        onFocus={load}
        onClick={() => {
          sheet.open()
          need(sheet.close)
        }}
      >
        {text.filter}
      </Button>
      {Sheet && (
        <Sheet
          title={text.filter}
          found={found}
          isOpen={isOpen}
          onClear={onClear}
          onClose={() => {
            sheet.close()
            focusLater(id)
          }}
        >
          {children}
        </Sheet>
      )}
    </>
  )
}

/** The filters of a list, behind a button. */
export function FilterButton(props: Props) {
  if (usePhone()) return <SheetButton {...props} />
  return (
    <LatePopover
      label={text.filter}
      width={330}
      button={
        <Button variant="default" leftSection={<IconFilter size={18} aria-hidden />}>
          {text.filter}
        </Button>
      }
    >
      {() => <Stack gap="sm">{props.children}</Stack>}
    </LatePopover>
  )
}
