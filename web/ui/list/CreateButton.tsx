import { ActionIcon, Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'

/** Button above a list that creates a record. Phones show only its icon, beside the search field and the filters. */
export function CreateButton({ id, label, onClick }: { id: string; label: string; onClick: () => void }) {
  const isPhone = useIsPhone()
  const icon = <IconPlus size={18} aria-hidden />
  return isPhone ? (
    <ActionIcon id={id} variant="filled" size={44} aria-label={label} onClick={onClick}>
      {icon}
    </ActionIcon>
  ) : (
    <Button id={id} leftSection={icon} onClick={onClick}>
      {label}
    </Button>
  )
}
