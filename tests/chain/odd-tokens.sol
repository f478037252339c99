// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// A token that only looks like USDT.
contract LookAlike {
    string public constant symbol = "USDT";
    uint8 public constant decimals = 18;
    event Transfer(address indexed from, address indexed to, uint256 value);

    function transfer(address to, uint256 value) external returns (bool) {
        emit Transfer(msg.sender, to, value);
        return true;
    }
}

/// Stands at the place of the real one in a test: tells of transfers that move nothing, and of other decimals.
contract Liar {
    uint8 public decimals = 18;
    mapping(address => uint256) public balanceOf;
    event Transfer(address indexed from, address indexed to, uint256 value);

    function transfer(address to, uint256 value) external returns (bool) {
        emit Transfer(msg.sender, to, value);
        return false;
    }

    function refuse(address, uint256) external pure returns (bool) {
        return false;
    }
}

/// USDT with the decimals of other chains.
contract SixDecimals {
    string public constant symbol = "USDT";
    uint8 public constant decimals = 6;
}

/// Pays several in one transaction, as an exchange does.
interface Erc20 {
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

contract Batcher {
    function pay(address token, address[] calldata to, uint256[] calldata values) external {
        for (uint256 i = 0; i < to.length; i++) Erc20(token).transferFrom(msg.sender, to[i], values[i]);
    }

    function fail() external pure {
        revert("no");
    }
}
