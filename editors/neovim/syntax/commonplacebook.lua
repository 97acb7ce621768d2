-- The record of a note's book is painted as YAML.
vim.cmd('runtime! syntax/yaml.vim')
