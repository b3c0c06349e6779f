import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import { ActionIcon, Anchor, Checkbox, NativeSelect, Text } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { CustomField } from '#shared/contracts/custom-fields/custom-fields.schemas.ts'
import type { UserRow } from '#shared/contracts/users/users.schemas.ts'
import { fieldFilterText } from '#texts/custom-fields.ts'
import { usersText as text } from '#texts/users.ts'
import { type DisplayOptions, userPageSizes } from '#web/features/users/users.search.ts'
import { ButtonTooltip } from '#web/ui/feedback/ButtonTooltip.tsx'
import type { Column } from '#web/ui/list/ListTable.tsx'
import { LazyPopover } from '#web/ui/overlay/LazyMenu.tsx'
import { ScrollablePopoverContent } from '#web/ui/overlay/ScrollablePopoverContent.tsx'
import { listFieldsShownAsColumns } from './field-columns.tsx'

/** Maximum number of custom fields that a user list can show as columns. */
const maxShownFields = 6

interface Props {
  columns: Column<UserRow>[]
  /** Custom fields that the user list can show as columns. */
  fields: CustomField[]
  /** Owner of the custom fields that the user may manage. Without an owner, the menu has no link to manage fields. */
  fieldScope: { clubId?: number } | undefined
  options: DisplayOptions
  onChange: (change: DisplayOptions) => void
}

/**
 * Content of the display menu: visible columns, custom fields as columns, and page size. The name column always
 * stays.
 */
export function MemberTableDisplayOptionsForm({ columns, fields, fieldScope, options, onChange }: Props) {
  const hiddenColumns = listHiddenColumns(options)
  const toggle = (name: string, isShown: boolean) => {
    const next = isShown ? hiddenColumns.filter(other => other !== name) : [...hiddenColumns, name]
    onChange({ without: next.join(',') || undefined })
  }
  const shownFields = listFieldsShownAsColumns(options)
  const toggleField = (id: number, isShown: boolean) => {
    const next = isShown ? [...shownFields, id] : shownFields.filter(other => other !== id)
    onChange({ fields: next.join(',') || undefined })
  }
  return (
    <ScrollablePopoverContent gap="xs">
      <Text size="sm" fw={600}>
        {text.columns}
      </Text>
      {columns.map(({ title, sort = '' }, index) => (
        <Checkbox
          key={title}
          label={title}
          disabled={index === 0}
          checked={!hiddenColumns.includes(sort)}
          onChange={event => toggle(sort, event.currentTarget.checked)}
        />
      ))}
      {fields.length > 0 && (
        <Text size="sm" fw={600}>
          {fieldFilterText.columns}
        </Text>
      )}
      {fields.map(({ id, label }) => (
        <Checkbox
          key={id}
          label={label}
          checked={shownFields.includes(id)}
          disabled={shownFields.length >= maxShownFields && !shownFields.includes(id)}
          onChange={event => toggleField(id, event.currentTarget.checked)}
        />
      ))}
      {fieldScope && (
        <Anchor
          size="sm"
          className="lone"
          renderRoot={props => <Link {...props} to="/custom-fields" search={fieldScope} />}
        >
          {fieldFilterText.manage}
        </Anchor>
      )}
      <NativeSelect
        label={text.pageSize}
        data={userPageSizes.map(String)}
        value={String(options.size ?? userPageSizes[0])}
        onChange={event =>
          onChange({ size: userPageSizes.find(size => String(size) === event.currentTarget.value) })
        }
      />
    </ScrollablePopoverContent>
  )
}

/** Menu of a user list that selects the visible columns and the page size. */
export function UserListDisplayOptionsMenu(props: Props) {
  return (
    <ButtonTooltip label={text.look}>
      <LazyPopover
        label={text.look}
        width={240}
        button={
          <ActionIcon variant="default" size={36} aria-label={text.look}>
            <IconColumns3 size={18} aria-hidden />
          </ActionIcon>
        }
      >
        {() => <MemberTableDisplayOptionsForm {...props} />}
      </LazyPopover>
    </ButtonTooltip>
  )
}

/** Lists the hidden columns of a user list, identified by their sort key. */
export function listHiddenColumns({ without }: DisplayOptions): string[] {
  return without?.split(',') ?? []
}
