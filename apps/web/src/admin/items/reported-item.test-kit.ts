import type { ReportedItem } from '@tessera/contract/reports';

/** An item as the operator sees it, for tests. */
export const reportedItem: ReportedItem = {
  id: 'photo',
  title: 'Harbour at dawn',
  creator_name: 'Mara Lindqvist',
  creator_email: 'mara@example.com',
  status: 'on_sale',
  media_url: 'previews/photo.webp',
  media_type: 'image',
  placeholder: '',
};
