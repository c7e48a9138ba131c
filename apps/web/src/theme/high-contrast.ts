/** What a switch, a bar or a choice otherwise says by its background alone, which such a mode takes away. */
export const highContrast = {
  '@media (forced-colors: active)': {
    '[aria-pressed="true"], [role="tab"][aria-selected="true"], [role="option"][aria-selected="true"], [data-highlighted]':
      {
        forcedColorAdjust: 'none',
        bg: 'SelectedItem !important',
        color: 'SelectedItemText !important',
      },
    '[role="switch"], [role="progressbar"]': { border: '1px solid ButtonBorder' },
    '[role="switch"]::before, [role="progressbar"] > *': { forcedColorAdjust: 'none', bg: 'ButtonText !important' },
    '[role="switch"]:checked': { forcedColorAdjust: 'none', bg: 'SelectedItem !important' },
    '[role="switch"]:checked::before': { bg: 'SelectedItemText !important' },
    // Without their shadows, nothing would tell them from what is below.
    '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]': { outline: '1px solid CanvasText' },
  },
};
