// What opens beside a button, with the library that finds the place for it.
export { Menu, Popover, Tooltip } from '@mantine/core'
