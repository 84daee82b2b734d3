// The search window as it opens: on one search, on two, on the algorithms, or on all of them
// compared.
import type { DialogProps } from "../../dialogs/dialog-props";
import { SearchPage } from "./search-page";

export const SearchWindow = (props: DialogProps) => <SearchPage {...props} begin="search" />;
export const PairWindow = (props: DialogProps) => <SearchPage {...props} begin="lanes" />;
export const AlgorithmsWindow = (props: DialogProps) => (
  <SearchPage {...props} begin="algorithms" />
);
export const CompareWindow = (props: DialogProps) => <SearchPage {...props} begin="compare" />;
